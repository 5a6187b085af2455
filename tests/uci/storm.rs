//! Ten thousand commands, sent as fast as the pipe takes them.

use shakmaty::{Chess, Position};

use crate::driver::{Engine, remarks};
use crate::referee;

const COMMANDS: usize = 10_000;
const SEED: u64 = 2_026;
/// Longest game in a `position` command, in plies.
const MAX_PLIES: usize = 30;

const FENS: [&str; 7] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "6rk/5Npp/8/8/8/8/8/R5K1 b - - 0 1",
    "8/8/8/4k3/8/8/3QK3/8 w - - 97 120",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// What was sent, as far as answers depend on it.
struct Storm {
    random: Random,
    position: Chess,
    /// Positions of the searches, in order.
    searched: Vec<Chess>,
    ready: usize,
    perfts: usize,
    benches: usize,
    refused: usize,
}

impl Storm {
    /// The next command.
    fn command(&mut self) -> Vec<u8> {
        match self.random.below(100) {
            0..=19 => {
                self.ready += 1;
                b"isready".to_vec()
            }
            20..=37 => self.random.pick(&["stop", "stop", "ponderhit"]).into(),
            38..=59 => self.go(),
            60..=74 => self.new_position(),
            75..=77 => b"ucinewgame".to_vec(),
            78..=83 => self.option(),
            84..=87 => self.aside(),
            88..=89 => self.other_task(),
            _ => self.garbage(),
        }
    }

    fn go(&mut self) -> Vec<u8> {
        self.searched.push(self.position.clone());
        let number = self.random.below(900) + 1;
        match self.random.below(12) {
            0..=2 => format!("go depth {}", number % 4 + 1),
            3..=4 => format!("go nodes {number}"),
            5 => format!("go movetime {}", number % 4),
            6 => format!("go wtime {number} btime {number} winc {number} movestogo {number}"),
            7 => format!("go wtime {} btime -3", number % 10),
            8 => format!("go mate 2 nodes {number}"),
            9 => {
                let moves = referee::moves(&self.position).join(" ");
                format!("go searchmoves {moves} e2e5 depth 2")
            }
            10 => self.random.pick(&["go infinite", "go", "go ponder"]).into(),
            _ => {
                let broken = ["go depth", "go nodes x", "go flurb", "go movetime 1e9"];
                self.random.pick(&broken).into()
            }
        }
        .into_bytes()
    }

    fn new_position(&mut self) -> Vec<u8> {
        let mut text = "position startpos".to_owned();
        let mut position = Chess::default();
        if self.random.below(2) == 0 {
            let fen = self.random.pick(&FENS);
            text = format!("position fen {fen}");
            position = referee::position(fen);
        }
        text.push_str(" moves");
        for _ in 0..self.random.below(MAX_PLIES) {
            let moves = referee::moves(&position);
            if moves.is_empty() {
                break;
            }
            let m = &moves[self.random.below(moves.len())];
            position = referee::play(&position, m).expect("it is legal");
            text.push(' ');
            text.push_str(m);
        }
        if self.random.below(4) == 0 {
            // Spoilt: it must change nothing.
            self.refused += 1;
            match self.random.below(3) {
                0 => text.push_str(" a1a1"),
                1 => text.push_str(" \u{265a}"),
                _ => text = text.replacen("position ", "position x", 1),
            }
        } else {
            self.position = position;
        }
        text.into_bytes()
    }

    fn option(&mut self) -> Vec<u8> {
        let mib = self.random.below(4) + 1;
        match self.random.below(6) {
            0 => format!("setoption name Hash value {mib}"),
            1 => "setoption name Clear Hash".to_owned(),
            2 => format!("setoption name Move Overhead value {mib}"),
            number => {
                self.refused += 1;
                match number {
                    3 => "setoption name Hash value 999999999999999999999".to_owned(),
                    4 => "setoption name Threads value 2".to_owned(),
                    _ => "setoption".to_owned(),
                }
            }
        }
        .into_bytes()
    }

    fn aside(&mut self) -> Vec<u8> {
        self.random
            .pick(&["", " \t ", "d", "eval", "uci", "debug on", "register later"])
            .into()
    }

    fn other_task(&mut self) -> Vec<u8> {
        if self.random.below(4) == 0 {
            self.benches += 1;
            b"bench 1".to_vec()
        } else {
            self.perfts += 1;
            self.random.pick(&["perft 2", "go perft 1"]).into()
        }
    }

    /// Bytes of all kinds, of which the first sees to it that they are no command.
    fn garbage(&mut self) -> Vec<u8> {
        self.refused += 1;
        let mut bytes = vec![if self.random.below(2) == 0 {
            b'~'
        } else {
            0xFF
        }];
        for _ in 0..self.random.below(80) {
            let byte = self.random.below(256) as u8;
            bytes.push(if byte == b'\n' { 0 } else { byte });
        }
        bytes
    }
}

#[test]
fn no_answer_is_lost_in_a_storm() {
    let mut storm = Storm {
        random: Random(SEED),
        position: Chess::default(),
        searched: Vec::new(),
        ready: 0,
        perfts: 0,
        benches: 0,
        refused: 0,
    };
    let mut engine = Engine::start();
    for _ in 0..COMMANDS {
        let command = storm.command();
        engine.send_bytes(&command);
    }
    let lines = engine.quit();

    let starting_with =
        |prefix: &'static str| lines.iter().filter(move |line| line.starts_with(prefix));
    assert!(storm.ready > 1_500 && storm.searched.len() > 1_500 && storm.refused > 1_000);
    assert_eq!(starting_with("readyok").count(), storm.ready);

    let answers: Vec<_> = starting_with("bestmove").collect();
    assert_eq!(answers.len(), storm.searched.len());
    for (position, answer) in storm.searched.iter().zip(answers) {
        referee::check_answer(position, answer);
    }
    let mates_and_stalemates = storm
        .searched
        .iter()
        .filter(|position| position.legal_moves().is_empty())
        .count();
    assert!(mates_and_stalemates > 10);

    let remarks = remarks(&lines);
    let stopped = |text| remarks.iter().filter(|&&remark| remark == text).count();
    assert_eq!(
        starting_with("Nodes searched").count() + stopped("perft: stopped"),
        storm.perfts
    );
    assert_eq!(
        lines.iter().filter(|line| line.ends_with(" nps")).count() + stopped("bench: stopped"),
        storm.benches
    );
    assert!(remarks.len() >= storm.refused);
}
