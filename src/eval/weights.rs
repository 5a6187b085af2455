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
    material: [S; 6] = list([(79, 94), (397, 375), (412, 402), (513, 647), (1015, 1297), (0, 0)]);
    /// Piece-square values by role, rank and distance of the file from the edge.
    psqt: [[[S; 4]; 8]; 6] = psqt::PLACEMENT;
    /// Having the move, middlegame and endgame alike.
    tempo: i32 = 26;

    /// Knight, by number of safe squares it attacks.
    knight_mobility: [S; 9] = list([
        (-24, -57), (-22, -36), (-13, -16), (-6, -6), (4, 5), (10, 11), (7, 12), (15, 12), (18, 14)]);
    /// Bishop, by number of safe squares it attacks.
    bishop_mobility: [S; 14] = list([
        (-17, -60), (-18, -34), (-2, -17), (2, -7), (8, 6), (10, 12), (16, 19), (19, 26), (19, 31),
        (18, 31), (32, 26), (30, 25), (39, 31), (43, 32)]);
    /// Rook, by number of safe squares it attacks.
    rook_mobility: [S; 15] = list([
        (-46, -70), (-23, -38), (-5, -13), (-7, -2), (-3, 5), (0, 13), (0, 17), (2, 29), (9, 33),
        (10, 29), (15, 44), (21, 41), (21, 42), (21, 39), (29, 47)]);
    /// Queen, by number of safe squares it attacks.
    queen_mobility: [S; 28] = list([
        (-38, -70), (-21, -56), (-19, -40), (-11, -27), (-5, -15), (-5, -7), (1, -1), (2, 6),
        (4, 13), (5, 17), (7, 20), (12, 24), (9, 29), (12, 32), (9, 31), (16, 39), (15, 38),
        (17, 39), (17, 43), (17, 45), (18, 44), (20, 46), (22, 46), (24, 49), (26, 49), (28, 50),
        (30, 51), (32, 52)]);

    /// Two bishops.
    bishop_pair: S = s(24, 57);
    /// Own pawn on the colour of an own bishop.
    bad_bishop_pawn: S = s(-1, -4);
    /// Own blocked centre pawn, for each own pawn on the colour of an own bishop.
    bad_bishop_blocked: S = s(-1, -1);
    /// Bishop that sees both centre squares of its long diagonal.
    bishop_long_diagonal: S = s(15, 5);
    /// Knight on a square that a pawn supports and no enemy pawn can attack.
    knight_outpost: S = s(19, 20);
    /// Bishop on such a square.
    bishop_outpost: S = s(19, 6);
    /// Knight that could move to such a square.
    knight_outpost_near: S = s(17, 5);
    /// Minor piece right behind a pawn.
    minor_behind_pawn: S = s(6, 4);
    /// Minor piece, for each square of its distance from the own king.
    minor_king_distance: S = s(-1, -2);
    /// Rook on a file without pawns.
    rook_open_file: S = s(27, 9);
    /// Rook on a file without own pawns.
    rook_semi_open_file: S = s(17, 7);
    /// Rook on the seventh rank, the enemy king behind it or enemy pawns on it.
    rook_on_seventh: S = s(6, 21);
    /// Rook with few squares, shut in by its own king.
    rook_trapped: S = s(4, -3);
    /// The same once castling is no longer possible, in addition.
    rook_trapped_for_good: S = s(-25, -6);
    /// Queen that a discovered attack by a rook or bishop looms over.
    queen_discoverable: S = s(-17, -8);

    /// Pawn behind another of its file.
    doubled: S = s(-8, -16);
    /// Pawn without own pawns on the neighbouring files.
    isolated: S = s(-10, -2);
    /// Isolated pawn on a file without enemy pawns, in addition.
    isolated_exposed: S = s(-11, -5);
    /// Pawn that cannot advance safely nor be supported by a pawn.
    backward: S = s(-2, -14);
    /// Backward pawn on a file without enemy pawns, in addition.
    backward_exposed: S = s(-15, -4);
    /// Pawns side by side, by rank; counted for each of them.
    phalanx: [S; 8] = list([(0, 0), (8, -2), (6, 6), (9, 7), (14, 21), (48, 49), (80, 90), (0, 0)]);
    /// Pawn supported by a pawn, by rank.
    supported: [S; 8] = list([(0, 0), (0, 0), (16, 9), (8, 8), (23, 21), (39, 40), (60, 60), (0, 0)]);
    /// Pawn that will be passed once its helpers have exchanged its sentries, by rank.
    candidate: [S; 8] = list([(0, 0), (4, 3), (6, 9), (-1, 18), (-3, 26), (35, 51), (0, 0), (0, 0)]);
    /// King, for each square of the distance from its nearest pawn of either colour.
    king_pawn_distance: S = s(5, -16);

    /// Passed pawn, by rank.
    passed: [S; 8] = list([(0, 0), (-1, 8), (-3, 13), (2, 34), (22, 54), (41, 85), (112, 152), (0, 0)]);
    /// Passed pawn with nothing on the square ahead, by rank.
    passed_free: [S; 8] = list([(0, 0), (2, 2), (-2, 5), (0, 7), (2, 12), (6, 27), (16, 41), (0, 0)]);
    /// Free passed pawn whose next square the enemy does not attack, by rank.
    passed_safe_step: [S; 8] = list([(0, 0), (1, 2), (-2, 5), (3, 10), (8, 15), (15, 29), (32, 51), (0, 0)]);
    /// Free passed pawn with no enemy attack on any square to promotion, by rank.
    passed_safe_path: [S; 8] = list([(0, 0), (1, 3), (3, 6), (5, 13), (10, 25), (26, 55), (51, 99), (0, 0)]);
    /// Passed pawn with an own rook or queen behind it on the file, by rank.
    passed_rook_behind: [S; 8] = list([(0, 0), (1, 2), (0, 3), (4, 9), (6, 16), (11, 24), (14, 26), (0, 0)]);
    /// Passed pawn, for each square between the enemy king and its next square, by rank.
    passed_enemy_king: [S; 8] = list([(0, 0), (0, 1), (0, 3), (0, 8), (1, 11), (1, 21), (2, 25), (0, 0)]);
    /// Passed pawn, for each square between the own king and its next square, by rank.
    passed_own_king: [S; 8] = list([
        (0, 0), (0, -1), (0, -2), (0, -6), (0, -9), (-1, -10), (-1, -9), (0, 0)]);
    /// Passed pawn that the enemy king cannot catch, against a side without pieces.
    passed_unstoppable: S = s(0, 420);

    /// Own pawn before the king, by distance of the file from the edge and rank (0: no pawn).
    shelter: [[i32; 8]; 4] = [
        [-3, 24, 17, 14, 9, 5, 7, 0],
        [-16, 18, 12, -8, -11, -7, -4, 0],
        [-6, 34, 5, 1, 5, 2, -11, 0],
        [-9, 10, 1, 2, -2, -15, -18, 0]];
    /// Enemy pawn that storms the king unblocked, by distance of the file from the edge and rank.
    storm: [[i32; 8]; 4] = [
        [0, -39, -62, -29, -13, -7, -11, 0],
        [-7, -19, -49, -26, -15, -2, -8, 0],
        [-4, -14, -42, -25, -13, -2, -8, 0],
        [-4, -9, -29, -18, -12, -1, -1, 0]];
    /// Enemy pawn before the king that an own pawn blocks, by rank.
    storm_blocked: [S; 8] = list([(0, 0), (0, 0), (-28, -28), (-5, -9), (-2, -6), (3, -1), (0, 1), (0, 0)]);
    /// King on a file without own pawns, and on one without any pawns.
    king_file: [S; 2] = list([(-6, 1), (-32, -1)]);

    /// Danger points of a piece that attacks the king's zone, by role; their sum is multiplied by
    /// the number of attackers.
    danger_attacker: [i32; 6] = [0, 15, 8, 12, 5, 0];
    /// Danger points of each attack on a square next to the king.
    danger_attack: i32 = 19;
    /// Danger points of a square of the king's zone that is attacked and poorly defended.
    danger_weak_square: i32 = 32;
    /// Danger points of a safe check, by role of the checker.
    danger_safe_check: [i32; 6] = [0, 141, 91, 100, 102, 0];
    /// Danger points when there are two safe checks or more of a role, in addition, by role.
    danger_more_checks: [i32; 6] = [0, 171, 112, 156, 64, 0];
    /// Danger points of a check that the defender can answer by a capture.
    danger_unsafe_check: i32 = 42;
    /// Danger points of a safe queen move right next to the king.
    danger_queen_contact: i32 = 49;
    /// Danger points of a piece that is pinned to the king, or uncovers a check when it moves.
    danger_pinned: i32 = 53;
    /// Danger points of attacks on the king's flank, in sixteenths a squared attack.
    danger_flank: i32 = 7;
    /// Danger points of each defence of a square on the king's flank.
    danger_flank_defence: i32 = -1;
    /// Danger points when the attacker has no queen.
    danger_no_queen: i32 = -286;
    /// Danger points when a knight defends the king's zone.
    danger_knight_guard: i32 = -26;
    /// Danger points when a bishop defends the king's zone.
    danger_bishop_guard: i32 = -35;
    /// Danger points by number of squares that the king could move to; the last counts for more.
    danger_escapes: [i32; 4] = [44, 32, 6, 4];
    /// Danger points when the attacker is to move.
    danger_to_move: i32 = 52;
    /// Danger points of the shelter, in sixteenths for each centipawn of its middlegame score.
    danger_shelter: i32 = -24;
    /// Danger points of every king.
    danger_base: i32 = 28;

    /// Piece attacked by a safe pawn.
    threat_by_pawn: S = s(58, 54);
    /// Piece that a pawn would attack after a safe push.
    threat_by_push: S = s(13, 13);
    /// Piece attacked by a knight or bishop, by role of the victim.
    threat_by_minor: [S; 6] = list([(1, 15), (17, 21), (32, 25), (46, 49), (42, 61), (0, 0)]);
    /// Weak piece attacked by a rook, by role of the victim.
    threat_by_rook: [S; 6] = list([(4, 21), (15, 29), (23, 24), (4, 16), (46, 36), (0, 0)]);
    /// Weak piece or pawn attacked by the king.
    threat_by_king: S = s(15, 44);
    /// Piece or pawn that is attacked and lacks defence.
    threat_hanging: S = s(16, 19);
    /// Second and further piece en prise: one move does not save both.
    threat_double: S = s(31, 23);
    /// Square that the enemy attacks but cannot use freely.
    threat_restricted: S = s(3, 2);
    /// Safe square from which a knight would attack the enemy's only queen.
    threat_knight_on_queen: S = s(4, 5);
    /// Safe square from which a bishop or rook would attack the enemy's only queen.
    threat_slider_on_queen: S = s(16, 11);

    /// Safe square behind the own pawns in the centre, for each of the own pieces.
    space: i32 = 5;

    /// Scale of an ending with nothing but opposite-coloured bishops, plus this for each passed pawn.
    scale_opposite_bishops: [i32; 2] = [21, 5];
    /// Scale of opposite-coloured bishops with other pieces, plus this for each piece.
    scale_opposite_bishops_more: [i32; 2] = [43, 2];
    /// Scale by the stronger side's pawns: base, plus this for each.
    scale_pawns: [i32; 2] = [44, 5];
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
