//! Staged generation and the picker lose no move and give none twice.

use derecho::board::{PackedMove, Position};
use derecho::order::{Histories, MovePicker, OrderContext, PieceTo, is_noisy};
use shakmaty::Move;

/// Small generator of reproducible choices (SplitMix64).
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/k1pP3R/8/8/8/7K w - c6 0 2",
    "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
];

fn sorted(mut moves: Vec<Move>) -> Vec<String> {
    moves.sort_by_key(|m| format!("{m:?}"));
    moves.into_iter().map(|m| format!("{m:?}")).collect()
}

fn random_positions(seed: u64, games: usize, plies: usize) -> Vec<Position> {
    let mut choices = Choices(seed);
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = Position::from_fen(STARTS[game % STARTS.len()]).unwrap();
        for _ in 0..plies {
            let moves = position.legal_moves();
            positions.push(position.clone());
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[choices.below(moves.len())]);
        }
    }
    positions
}

#[test]
fn noisy_and_quiet_moves_partition_the_legal_ones() {
    for position in random_positions(1, 400, 60) {
        let noisy = position.noisy_moves();
        let quiet = position.quiet_moves();
        assert!(noisy.iter().all(|&m| is_noisy(m)), "{}", position.fen());
        assert!(!quiet.iter().any(|&m| is_noisy(m)), "{}", position.fen());
        let both = noisy.into_iter().chain(quiet).collect();
        let legal = position.legal_moves().into_iter().collect();
        assert_eq!(sorted(both), sorted(legal), "{}", position.fen());
    }
}

#[test]
fn the_picker_gives_every_legal_move_once() {
    let mut choices = Choices(2);
    let histories = Histories::default();
    for position in random_positions(3, 200, 60) {
        // Hash move, killers and counter-move at random: legal here or not.
        let mut random_move = || PackedMove::from_bits(choices.below(1 << 15) as u16);
        let mut context = OrderContext {
            hash_move: random_move(),
            killers: [random_move(), random_move()],
            counter_move: random_move(),
            continuation: [PieceTo::NONE; 3],
        };
        let legal = position.legal_moves();
        if !legal.is_empty() {
            let mut legal_move = || PackedMove::pack(legal[choices.below(legal.len())]);
            context.killers[1] = legal_move();
            context.counter_move = legal_move();
            if choices.below(2) == 0 {
                context.hash_move = PackedMove::pack(legal[choices.below(legal.len())]);
            }
        }
        let mut picker = MovePicker::new(&position, &context);
        let mut picked = Vec::new();
        while let Some(next) = picker.next(&position, &histories) {
            picked.push(next.m);
        }
        assert_eq!(
            sorted(picked),
            sorted(legal.into_iter().collect()),
            "{} {context:?}",
            position.fen()
        );
    }
}

#[test]
fn the_noisy_picker_gives_every_noisy_move_once() {
    let histories = Histories::default();
    for position in random_positions(4, 200, 60) {
        let noisy = position.noisy_moves();
        let hash_move = noisy
            .first()
            .map_or(PackedMove::NONE, |&m| PackedMove::pack(m));
        let mut picker = MovePicker::noisy(&position, hash_move);
        let mut picked = Vec::new();
        while let Some(next) = picker.next(&position, &histories) {
            picked.push(next.m);
        }
        assert_eq!(sorted(picked), sorted(noisy.into_iter().collect()));
    }
}
