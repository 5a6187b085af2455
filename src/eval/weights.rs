//! Every weight of the evaluation, one declaration each.
//!
//! Arrays over roles go pawn, knight, bishop, rook, queen, king; arrays over ranks start at the
//! owner's back rank. Danger points feed the king-danger curve of [`super::king`] and have no
//! unit of their own: the curve turns them into centipawns.

use super::{psqt, score::S, slots::weights};

const fn s(mg: i32, eg: i32) -> S {
    S::new(mg, eg)
}

/// An array of pairs.
const fn list<const N: usize>(pairs: [(i32, i32); N]) -> [S; N] {
    let mut list = [S::ZERO; N];
    let mut i = 0;
    while i < N {
        list[i] = s(pairs[i].0, pairs[i].1);
        i += 1;
    }
    list
}

#[rustfmt::skip]
weights! {
    /// Value of a piece, by role (the king's is 0).
    material: [S; 6] = list([(84, 112), (338, 352), (352, 368), (478, 610), (1020, 1100), (0, 0)]);
    /// Piece-square values by role, rank and distance of the file from the edge.
    psqt: [[[S; 4]; 8]; 6] = psqt::PLACEMENT;
    /// Having the move, middlegame and endgame alike.
    tempo: i32 = 18;

    /// Knight, by number of safe squares it attacks.
    knight_mobility: [S; 9] = list([
        (-48, -62), (-28, -38), (-12, -18), (-4, -5), (2, 4), (8, 10), (13, 14), (18, 16), (22, 14)]);
    /// Bishop, by number of safe squares it attacks.
    bishop_mobility: [S; 14] = list([
        (-42, -58), (-21, -33), (-7, -15), (1, -4), (8, 4), (14, 12), (18, 18), (22, 22),
        (24, 26), (27, 28), (31, 28), (35, 27), (38, 30), (42, 32)]);
    /// Rook, by number of safe squares it attacks.
    rook_mobility: [S; 15] = list([
        (-38, -70), (-21, -36), (-12, -14), (-8, -2), (-5, 6), (-2, 12), (1, 18), (5, 24),
        (9, 29), (13, 33), (16, 37), (19, 41), (22, 44), (25, 46), (28, 46)]);
    /// Queen, by number of safe squares it attacks.
    queen_mobility: [S; 28] = list([
        (-38, -70), (-27, -56), (-17, -41), (-11, -27), (-7, -16), (-3, -7), (0, 0), (2, 6),
        (4, 12), (6, 16), (8, 20), (10, 24), (11, 28), (12, 31), (13, 34), (14, 36), (15, 38),
        (16, 40), (17, 42), (18, 44), (19, 45), (20, 46), (22, 47), (24, 48), (26, 49), (28, 50),
        (30, 51), (32, 52)]);

    /// Two bishops.
    bishop_pair: S = s(26, 52);
    /// Own pawn on the colour of an own bishop.
    bad_bishop_pawn: S = s(-2, -4);
    /// Own blocked centre pawn, for each own pawn on the colour of an own bishop.
    bad_bishop_blocked: S = s(-2, -2);
    /// Bishop that sees both centre squares of its long diagonal.
    bishop_long_diagonal: S = s(18, 4);
    /// Knight on a square that a pawn supports and no enemy pawn can attack.
    knight_outpost: S = s(28, 18);
    /// Bishop on such a square.
    bishop_outpost: S = s(16, 8);
    /// Knight that could move to such a square.
    knight_outpost_near: S = s(12, 6);
    /// Minor piece right behind a pawn.
    minor_behind_pawn: S = s(7, 3);
    /// Minor piece, for each square of its distance from the own king.
    minor_king_distance: S = s(-3, -3);
    /// Rook on a file without pawns.
    rook_open_file: S = s(26, 10);
    /// Rook on a file without own pawns.
    rook_semi_open_file: S = s(11, 5);
    /// Rook on the seventh rank, the enemy king behind it or enemy pawns on it.
    rook_on_seventh: S = s(6, 20);
    /// Rook with few squares, shut in by its own king.
    rook_trapped: S = s(-26, -6);
    /// The same once castling is no longer possible, in addition.
    rook_trapped_for_good: S = s(-22, -6);
    /// Queen that a discovered attack by a rook or bishop looms over.
    queen_discoverable: S = s(-20, -8);

    /// Pawn behind another of its file.
    doubled: S = s(-7, -20);
    /// Pawn without own pawns on the neighbouring files.
    isolated: S = s(-7, -13);
    /// Isolated pawn on a file without enemy pawns, in addition.
    isolated_exposed: S = s(-10, -6);
    /// Pawn that cannot advance safely nor be supported by a pawn.
    backward: S = s(-7, -12);
    /// Backward pawn on a file without enemy pawns, in addition.
    backward_exposed: S = s(-11, -5);
    /// Pawns side by side, by rank; counted for each of them.
    phalanx: [S; 8] = list([(0, 0), (3, 0), (8, 4), (11, 9), (24, 26), (48, 58), (80, 90), (0, 0)]);
    /// Pawn supported by a pawn, by rank.
    supported: [S; 8] = list([(0, 0), (0, 0), (12, 9), (9, 9), (16, 18), (36, 42), (60, 60), (0, 0)]);
    /// Pawn that will be passed once its helpers have exchanged its sentries, by rank.
    candidate: [S; 8] = list([(0, 0), (0, 4), (2, 8), (8, 16), (20, 32), (36, 50), (0, 0), (0, 0)]);
    /// King, for each square of the distance from its nearest pawn of either colour.
    king_pawn_distance: S = s(0, -9);

    /// Passed pawn, by rank.
    passed: [S; 8] = list([(0, 0), (-2, 8), (0, 14), (6, 30), (26, 58), (62, 104), (118, 168), (0, 0)]);
    /// Passed pawn with nothing on the square ahead, by rank.
    passed_free: [S; 8] = list([(0, 0), (0, 2), (1, 4), (2, 8), (4, 14), (8, 26), (14, 36), (0, 0)]);
    /// Free passed pawn whose next square the enemy does not attack, by rank.
    passed_safe_step: [S; 8] = list([(0, 0), (0, 2), (1, 4), (3, 8), (7, 15), (14, 26), (30, 42), (0, 0)]);
    /// Free passed pawn with no enemy attack on any square to promotion, by rank.
    passed_safe_path: [S; 8] = list([(0, 0), (1, 3), (3, 6), (6, 14), (12, 28), (26, 52), (48, 80), (0, 0)]);
    /// Passed pawn with an own rook or queen behind it on the file, by rank.
    passed_rook_behind: [S; 8] = list([(0, 0), (0, 2), (1, 4), (3, 8), (6, 14), (10, 20), (14, 26), (0, 0)]);
    /// Passed pawn, for each square between the enemy king and its next square, by rank.
    passed_enemy_king: [S; 8] = list([(0, 0), (0, 1), (0, 3), (0, 7), (1, 12), (1, 17), (2, 20), (0, 0)]);
    /// Passed pawn, for each square between the own king and its next square, by rank.
    passed_own_king: [S; 8] = list([(0, 0), (0, -1), (0, -2), (0, -5), (0, -7), (-1, -8), (-1, -8), (0, 0)]);
    /// Passed pawn that the enemy king cannot catch, against a side without pieces.
    passed_unstoppable: S = s(0, 420);

    /// Own pawn before the king, by distance of the file from the edge and rank (0: no pawn).
    shelter: [[i32; 8]; 4] = [
        [-6, 30, 34, 18, 10, 4, 6, 0],
        [-26, 36, 22, -12, -8, -6, -4, 0],
        [-8, 34, 12, -2, 6, 2, -10, 0],
        [-20, 22, 8, -6, -12, -14, -16, 0]];
    /// Enemy pawn that storms the king unblocked, by distance of the file from the edge and rank.
    storm: [[i32; 8]; 4] = [
        [2, -40, -56, -34, -18, -10, -4, 0],
        [2, -20, -52, -28, -14, -8, -4, 0],
        [2, -14, -48, -32, -14, -8, -4, 0],
        [2, -8, -40, -28, -16, -10, -6, 0]];
    /// Enemy pawn before the king that an own pawn blocks, by rank.
    storm_blocked: [S; 8] = list([(0, 0), (0, 0), (-24, -24), (-4, -8), (-2, -4), (0, -2), (0, 0), (0, 0)]);
    /// King on a file without own pawns, and on one without any pawns.
    king_file: [S; 2] = list([(-10, 0), (-22, 0)]);

    /// Danger points of a piece that attacks the king's zone, by role; their sum is multiplied by
    /// the number of attackers.
    danger_attacker: [i32; 6] = [0, 40, 30, 32, 22, 0];
    /// Danger points of each attack on a square next to the king.
    danger_attack: i32 = 34;
    /// Danger points of a square of the king's zone that is attacked and poorly defended.
    danger_weak_square: i32 = 76;
    /// Danger points of a safe check, by role of the checker.
    danger_safe_check: [i32; 6] = [0, 380, 290, 450, 370, 0];
    /// Danger points when there are two safe checks or more of a role, in addition, by role.
    danger_more_checks: [i32; 6] = [0, 210, 110, 180, 150, 0];
    /// Danger points of a check that the defender can answer by a capture.
    danger_unsafe_check: i32 = 58;
    /// Danger points of a safe queen move right next to the king.
    danger_queen_contact: i32 = 120;
    /// Danger points of a piece that is pinned to the king, or uncovers a check when it moves.
    danger_pinned: i32 = 50;
    /// Danger points of attacks on the king's flank, in sixteenths a squared attack.
    danger_flank: i32 = 12;
    /// Danger points of each defence of a square on the king's flank.
    danger_flank_defence: i32 = -5;
    /// Danger points when the attacker has no queen.
    danger_no_queen: i32 = -430;
    /// Danger points when a knight defends the king's zone.
    danger_knight_guard: i32 = -46;
    /// Danger points of the shelter, in sixteenths for each centipawn of its middlegame score.
    danger_shelter: i32 = -56;
    /// Danger points of every king.
    danger_base: i32 = 18;

    /// Piece attacked by a safe pawn.
    threat_by_pawn: S = s(68, 46);
    /// Piece that a pawn would attack after a safe push.
    threat_by_push: S = s(18, 16);
    /// Piece attacked by a knight or bishop, by role of the victim.
    threat_by_minor: [S; 6] = list([(4, 14), (24, 20), (30, 24), (50, 52), (44, 66), (0, 0)]);
    /// Weak piece attacked by a rook, by role of the victim.
    threat_by_rook: [S; 6] = list([(2, 18), (18, 30), (20, 28), (4, 16), (40, 34), (0, 0)]);
    /// Weak piece or pawn attacked by the king.
    threat_by_king: S = s(14, 38);
    /// Piece or pawn that is attacked and lacks defence.
    threat_hanging: S = s(34, 20);
    /// Second and further piece en prise: one move does not save both.
    threat_double: S = s(26, 22);
    /// Square that the enemy attacks but cannot use freely.
    threat_restricted: S = s(3, 3);
    /// Safe square from which a knight would attack the enemy's only queen.
    threat_knight_on_queen: S = s(9, 7);
    /// Safe square from which a bishop or rook would attack the enemy's only queen.
    threat_slider_on_queen: S = s(30, 10);

    /// Safe square behind the own pawns in the centre, for each of the own pieces.
    space: i32 = 4;

    /// Scale of an ending with nothing but opposite-coloured bishops, plus this for each passed pawn.
    scale_opposite_bishops: [i32; 2] = [22, 5];
    /// Scale of opposite-coloured bishops with other pieces, plus this for each piece.
    scale_opposite_bishops_more: [i32; 2] = [42, 2];
    /// Scale by the stronger side's pawns: base, plus this for each.
    scale_pawns: [i32; 2] = [40, 5];
    /// Scale without pawns and with little more material, against a minor piece and against more.
    scale_no_pawns: [i32; 2] = [6, 16];
    /// Bare king driven from the centre, for each step (four in all).
    mop_up_centre: i32 = 14;
    /// Winning king close to the bare one, for each step.
    mop_up_kings: i32 = 6;
}

/// The weights with the piece-square table unfolded, as the evaluation reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// The weights themselves.
    pub weights: Weights,
    /// Material plus piece-square value by role and square, as White sees the board.
    pub placement: [[S; 64]; 6],
}

impl Tables {
    /// The tables of a set of weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Tables {
        let mut placement = [[S::ZERO; 64]; 6];
        let mut role = 0;
        while role < 6 {
            let mut square = 0;
            while square < 64 {
                let file = square % 8;
                let edge = if file < 4 { file } else { 7 - file };
                let value = weights.psqt[role][square / 8][edge];
                placement[role][square] = value.plus(weights.material[role]);
                square += 1;
            }
            role += 1;
        }
        Tables { weights, placement }
    }
}

/// The tables that the engine plays with.
pub static TABLES: Tables = Tables::new(Weights::DEFAULT);
