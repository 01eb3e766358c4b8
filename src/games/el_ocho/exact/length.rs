//! Bounds the probability that a game reaches the turn limit.
//!
//! Solutions assume games without a turn limit, but the engine ends a game after `max_turns`. The
//! probability of such a long game bounds the difference, and it has a bound itself. A round with
//! two busts leaves the totals unchanged. Any other round ends the game or raises a total by at
//! least the minimum bank. Let *r* be the probability that a round changes nothing. The number of
//! rounds until one changes something is geometric, so for *z* with *z r* < 1
//!
//! ```text
//! G(a, b) = z (1 − r) / (1 − z r) · max of G over the next pairs       E z^rounds ≤ G
//! ```
//!
//! and a game has more than *n* rounds with probability at most *G* / *zⁿ* (Chernoff bound).

/// A lower probability changes no figure in the output.
pub const NEGLIGIBLE: f64 = 1e-10;

/// The tried values of ln *zⁿ*.
const EXPONENTS: [f64; 6] = [30.0, 45.0, 70.0, 120.0, 250.0, 600.0];

/// Upper bound on the probability that a game lasts more than `rounds` rounds, from any pair of
/// totals. There are `owns` times `others` pairs below the target, `least` is the minimum bank, and
/// `stays` returns the probability that a round at a pair changes nothing. A pair that is never
/// left (probability 1) counts as the end of the game: such a game has no winner with or without a
/// limit.
pub fn given_up(
    (owns, others): (usize, usize),
    least: usize,
    rounds: u32,
    stays: impl Fn(usize, usize) -> f64,
) -> f64 {
    let bound = |exponent: f64| {
        let z = (exponent / f64::from(rounds)).exp();
        // By pair: the maximum of ln G over this pair and all higher totals.
        let mut most = vec![0.0_f64; owns * others];
        for own in (0..owns).rev() {
            for other in (0..others).rev() {
                let at = |own: usize, other: usize| match own < owns && other < others {
                    true => most[own * others + other],
                    false => 0.0,
                };
                let stays = stays(own, other).max(0.0);
                let here = match stays {
                    stays if stays >= 1.0 - 1e-12 => 0.0,
                    stays if z * stays >= 1.0 => f64::INFINITY,
                    stays => {
                        let next = at(own + least, other).max(at(own, other + least));
                        (z * (1.0 - stays) / (1.0 - z * stays)).ln() + next
                    }
                };
                most[own * others + other] = here.max(at(own + 1, other)).max(at(own, other + 1));
            }
        }
        (most.first().copied().unwrap_or(0.0) - exponent).exp()
    };
    EXPONENTS.into_iter().map(bound).fold(1.0, f64::min)
}
