//! Whether games end before they are given up.
//!
//! Solutions are of games that are played to their end; the game itself gives up after `max_turns`.
//! What that can change is no more than the probability of a game so long, for which there is a
//! bound. A round in which both lose their turns leaves the totals as they are; any other brings one
//! of them on by the least that can be banked, or ends the game. With *r* the probability of a round
//! that changes nothing, the number of rounds until one that does is geometric, so for *z* with
//! *z r* < 1
//!
//! ```text
//! G(a, b) = z (1 − r) / (1 − z r) · max of G over what may come next       E z^rounds ≤ G
//! ```
//!
//! and a game has more than *n* rounds with probability *G* / *zⁿ* at most (Chernoff's bound).

/// Less than this does not show in any figure that is printed.
pub const NEGLIGIBLE: f64 = 1e-10;

/// The values tried for the logarithm of *zⁿ*.
const EXPONENTS: [f64; 6] = [30.0, 45.0, 70.0, 120.0, 250.0, 600.0];

/// At most so likely a game is not over after `rounds` rounds, wherever it begins. There are `owns`
/// times `others` pairs of totals below the target, `least` is what a turn that banks brings at
/// least, and `stays` the probability that a round at a pair changes nothing. A pair that cannot be
/// left (1) is taken to end the game: it is won by nobody then, given up or not.
pub fn given_up(
    (owns, others): (usize, usize),
    least: usize,
    rounds: u32,
    stays: impl Fn(usize, usize) -> f64,
) -> f64 {
    let bound = |exponent: f64| {
        let z = (exponent / f64::from(rounds)).exp();
        // By pair: the most of ln G there and at all higher totals.
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
