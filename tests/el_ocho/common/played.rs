//! What was played: the tallies of turns in figures, and whole games turn by turn.

use super::*;

/// Everything that units `0..units` add up to, on so many threads.
pub(crate) fn tally<S: Simulation>(simulation: &S, units: u64, threads: usize) -> S::Tally {
    let stop = StopFlag::new();
    let options = RunOptions { units, threads: Some(threads), stop: &stop, watch: None };
    let outcome = run(simulation, options).expect("a run");
    assert_eq!((outcome.units_done, outcome.stopped), (units, None));
    outcome.tally
}

/// What single units add up to when a worker plays them in these pieces.
pub(crate) fn tally_in_pieces<S: Simulation>(simulation: &S, pieces: &[u64]) -> S::Tally {
    let (mut worker, mut tally, mut from) = (simulation.worker(), simulation.empty(), 0);
    for piece in pieces {
        simulation.run_batch(&mut worker, from..from + piece, &mut tally, &StopFlag::new());
        from += piece;
    }
    tally
}

/// How the turns of a policy ended, by units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings {
    pub(crate) banked: Vec<u64>,
    pub(crate) busts: Vec<u64>,
    pub(crate) wins: Vec<u64>,
}

impl Endings {
    /// Those of one kind.
    pub(crate) fn of(&self, ending: Ending) -> &[u64] {
        match ending {
            Ending::Banked => &self.banked,
            Ending::Bust => &self.busts,
            Ending::Win => &self.wins,
        }
    }

    /// All turns.
    pub(crate) fn turns(&self) -> u64 {
        [&self.banked, &self.busts, &self.wins].into_iter().flatten().sum()
    }

    /// Turns that lost their points.
    pub(crate) fn lost(&self) -> u64 {
        self.busts.iter().sum()
    }
}

/// What became of the rolls of a number of dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiceTally {
    pub(crate) decisions: u64,
    pub(crate) busts: u64,
    pub(crate) jokers: u64,
}

impl DiceTally {
    /// Decisions and Joker re-rolls.
    pub(crate) fn rolls(&self) -> u64 {
        self.decisions + self.jokers
    }
}

/// What was counted of the turns of one policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TurnTally {
    pub(crate) endings: Endings,
    /// By number of dice.
    pub(crate) dice: Vec<DiceTally>,
    pub(crate) rules: RuleTally,
}

/// What was counted of turns, by policy.
pub(crate) fn of_turns(sums: &Sums) -> Vec<TurnTally> {
    let of = |sums: &PolicySums| {
        let mut endings = Endings::default();
        let Endings { banked, busts, wins } = &mut endings;
        for (way, cells) in [banked, busts, wins].into_iter().enumerate() {
            for (held, times) in sums.endings.parts().flat_map(|(_, turns)| turns.of(way)) {
                cells.resize(cells.len().max(held as usize + 1), 0);
                cells[held as usize] += times;
            }
        }
        let dice = sums.trials.chunks(2).map(|trials| DiceTally {
            decisions: trials[0].1,
            busts: trials[0].0,
            jokers: trials[1].0,
        });
        let dice = [DiceTally::default()].into_iter().chain(dice).collect();
        TurnTally { endings, dice, rules: sums.rules.clone() }
    };
    sums.policies.iter().map(of).collect()
}

/// The dice that the engine's luck gives, for the plain account.
#[derive(Debug)]
pub(crate) struct SameLuck<'a> {
    game: &'a Game,
    unit: UnitKey,
    turns: BTreeMap<u64, Pcg32>,
}

impl<'a> SameLuck<'a> {
    /// The dice of a game.
    pub(crate) fn of_game(game: &'a Game, seed: u64, number: u64) -> Self {
        Self { game, unit: UnitKey::of_game(seed, number), turns: BTreeMap::new() }
    }

    /// The dice of a turn played alone.
    pub(crate) fn of_turn(game: &'a Game, seed: u64, turn: u64) -> Self {
        Self { game, unit: UnitKey::of_turn(seed, turn), turns: BTreeMap::new() }
    }

    /// Rolls the dice of a turn of the unit.
    pub(crate) fn roll(&mut self, turn: u64, dice: usize, faces: &mut Vec<u8>) {
        let rng = self.turns.entry(turn).or_insert_with(|| self.unit.stream(0, turn));
        let table = self.game.table(dice as u8);
        let (class, rank) = table.draw(|| rng.next_u32());
        faces.extend(table.decode(class, rank));
    }

    /// Rolls the dice of a turn of a seat in a game.
    pub(crate) fn throw(&mut self, throw: Throw, faces: &mut Vec<u8>) {
        let turn = u64::from(throw.turn) * MAX_PLAYERS as u64 + throw.seat as u64;
        self.roll(turn, throw.dice, faces);
    }
}

/// One turn of a game as the engine played it.
#[derive(Clone, Debug)]
pub(crate) struct SeatTurn {
    /// Who sat there, as a number of a policy.
    pub(crate) policy: usize,
    /// The seat, from 0.
    pub(crate) seat: usize,
    /// How the table stood.
    pub(crate) standing: Standing,
    /// How it ended.
    pub(crate) end: TurnEnd,
    /// The total it left the player at, in units.
    pub(crate) total: u32,
}

/// Writes down a game of the engine.
#[derive(Debug)]
pub(crate) struct GameRecorder<'a> {
    game: &'a Game,
    /// By seat.
    policies: Vec<usize>,
    current: Recorder<'a>,
    /// The turns in the order of play.
    pub(crate) log: Vec<SeatTurn>,
    /// The turns of each seat, as the plain account writes them.
    pub(crate) turns: Vec<Vec<PlainTurn>>,
}

impl Watch for GameRecorder<'_> {
    fn begins(&mut self, seat: usize, standing: &Standing) {
        self.current = Recorder::new(self.game);
        let end = TurnEnd { ending: Ending::Bust, points: 0 };
        let policy = self.policies[seat];
        self.log.push(SeatTurn { policy, seat, standing: *standing, end, total: 0 });
    }

    fn rolls(&mut self, state: TurnState) {
        self.current.rolls(state);
    }

    fn rolled(&mut self, state: TurnState, class: usize, rank: u64) {
        self.current.rolled(state, class, rank);
    }

    fn joker(&mut self, state: TurnState) {
        self.current.joker(state);
    }

    fn kept(&mut self, state: TurnState, keeps: &[Keep], choice: Choice) {
        self.current.kept(state, keeps, choice);
    }

    fn decided(&mut self, state: TurnState, may_stop: bool, choice: Choice) {
        self.current.decided(state, may_stop, choice);
    }

    fn ended(&mut self, seat: usize, end: TurnEnd, total: u32) {
        self.current.ended(seat, end, total);
        let last = self.log.last_mut().expect("a turn that has begun");
        assert_eq!(last.seat, seat);
        (last.end, last.total) = (end, total);
        self.turns[seat].push(self.current.clone().turn());
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Final {
    /// The seat that won; `None` where the game was given up.
    pub(crate) winner: Option<usize>,
    /// The banked totals by seat.
    pub(crate) totals: [u32; MAX_PLAYERS],
    /// The turns taken by seat.
    pub(crate) turns: [u32; MAX_PLAYERS],
}

/// Plays one game by the loop.
pub(crate) fn replay(matches: &Matches, number: u64) -> (Final, GameRecorder<'_>) {
    let game = &*matches.game;
    let placement = matches.seating().placement(number);
    let lineup = &matches.lineups[placement.lineup];
    let watch = RefCell::new(GameRecorder {
        game,
        policies: (0..matches.seating().seats()).map(|seat| lineup[placement.slot(seat)]).collect(),
        current: Recorder::new(game),
        log: Vec::new(),
        turns: vec![Vec::new(); matches.seating().seats()],
    });
    let mut told = Told::new(&watch, matches.game.seats());
    let decide = |decision: &Decision<'_, Seated>| {
        let policy = lineup[placement.slot(decision.seat.into())];
        let choice = matches.players[policy].choose(decision);
        tell_decision(&mut *watch.borrow_mut(), decision, choice);
        choice.action
    };
    let mut at = matches.game.start(&mut Silent);
    let mut streams = Streams::new(UnitKey::of_game(matches.seed, number));
    let list = &mut ActionList::default();
    play_until(&matches.game, &mut at, &mut streams, decide, &mut told, list, |_| false);
    let over = Final {
        winner: at.over().flatten().map(usize::from),
        totals: at.totals,
        turns: std::array::from_fn(|seat| {
            if seat < matches.seating().seats() { at.turns_taken(seat as u8) } else { 0 }
        }),
    };
    (over, watch.into_inner())
}

/// A game of the engine in the words of the plain account.
pub(crate) fn as_plain_game(
    matches: &Matches,
    over: &Final,
    turns: Vec<Vec<PlainTurn>>,
) -> PlainGame {
    let totals = over.totals[..matches.seating().seats()].iter();
    let totals = totals.map(|total| total * matches.game.scoring.unit).collect();
    PlainGame { winner: over.winner, totals, turns }
}
