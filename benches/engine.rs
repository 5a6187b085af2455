//! Costs of the engine's parts: `cargo bench`. Timings are for people; nothing is pinned on them
//! but the node count of the search, which is asserted.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use derecho::board::{Game, PackedMove, Position, key_from_scratch, see_ge};
use derecho::eval::Evaluator;
use derecho::order::{Histories, MovePicker, OrderContext, PieceTo};
use derecho::search::{Bound, Engine, Hit, Limits, TranspositionTable};

const MIDDLEGAME: &str = "r2q1rk1/1b1nbppp/p2ppn2/1p4P1/3NPP2/1BN1B3/PPP1Q2P/2KR3R b - - 0 13";

/// Depth of the asserted search, in plies.
const SEARCH_DEPTH: i32 = 6;

fn position() -> Position {
    Position::from_fen(MIDDLEGAME).expect("the bench position is legal")
}

fn rules(c: &mut Criterion) {
    let position = position();
    let moves = position.legal_moves();
    c.bench_function("generate noisy and quiet moves", |b| {
        b.iter(|| black_box(&position).noisy_moves().len() + position.quiet_moves().len());
    });
    c.bench_function("play every move, key kept", |b| {
        b.iter(|| {
            moves
                .iter()
                .fold(0, |key, &m| key ^ black_box(&position).play(m).key())
        });
    });
    c.bench_function("key from scratch", |b| {
        b.iter(|| key_from_scratch(black_box(&position).chess()));
    });
    c.bench_function("static exchange of every move", |b| {
        b.iter(|| {
            moves
                .iter()
                .filter(|&&m| see_ge(black_box(&position), m, 0))
                .count()
        });
    });
}

fn picking(c: &mut Criterion) {
    let position = position();
    let histories = Histories::default();
    let context = OrderContext {
        hash_move: PackedMove::NONE,
        killers: [PackedMove::NONE; 2],
        counter_move: PackedMove::NONE,
        continuation: [PieceTo::NONE; 3],
    };
    c.bench_function("pick every move", |b| {
        b.iter(|| {
            let mut picker = MovePicker::new(black_box(&position), &context);
            let mut count = 0;
            while picker.next(&position, &histories).is_some() {
                count += 1;
            }
            count
        });
    });
}

fn evaluation(c: &mut Criterion) {
    let position = position();
    let mut evaluator = Evaluator::new();
    c.bench_function("evaluate", |b| {
        b.iter(|| evaluator.evaluate(black_box(&position)));
    });
}

fn transposition_table(c: &mut Criterion) {
    let table = TranspositionTable::new(16).expect("16 MB of memory");
    let hit = Hit {
        best: PackedMove::NONE,
        score: 17,
        static_eval: Some(17),
        depth: 3,
        bound: Bound::Exact,
        was_pv: false,
    };
    let mut key = 0_u64;
    c.bench_function("store and probe", |b| {
        b.iter(|| {
            key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
            table.store(key, 1, hit);
            table.probe(black_box(key), 1)
        });
    });
}

fn search(c: &mut Criterion) {
    let game = Game::new(position());
    let limits = Limits {
        depth: Some(SEARCH_DEPTH),
        ..Limits::default()
    };
    let mut engine = Engine::new(1).expect("1 MB of memory");
    let mut run = || {
        engine.reset();
        let stop = AtomicBool::new(false);
        engine.search(&game, &limits, &stop, &mut ()).nodes
    };
    let expected = run();
    c.bench_function("search to a fixed depth", |b| {
        b.iter(|| assert_eq!(run(), expected, "the search is not deterministic"));
    });
}

criterion_group!(
    benches,
    rules,
    picking,
    evaluation,
    transposition_table,
    search
);
criterion_main!(benches);
