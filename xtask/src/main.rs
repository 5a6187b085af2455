//! `cargo xtask`: the laboratory's command line.

fn main() {
    println!("{}", derecho::board::Position::startpos().fen());
}
