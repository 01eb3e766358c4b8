//! Runs with folded policies against runs in the game loop.

use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::run::parts::Additive as _;
use pushluck::run::prepared::Prepared;
use pushluck::run::{Registered, RunSpec, Work};

use crate::el_ocho::common::PIG;
use crate::library::{spec, unhurried};

/// All counts of the folded engine equal those of the game loop.
#[test]
fn the_folded_engine_counts_the_same_as_the_game_loop() {
    let policies = ["hold-at", "keep-few", "random", "cautious-leader"];
    // Turns of one or two rolls reach the maximum points, at which there is no decision.
    let high_stakes = PIG
        .replace("sides = 6", "sides = 8")
        .replace("points = 100\n", "points = 1000000\n")
        .replace(
            "{ 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6 }",
            "{ 2 = 500000, 3 = 1000000, 4 = 500000 }",
        );
    let shipped = (None, vec![("own".to_owned(), Some("1000".to_owned()))]);
    let high_stakes = (Some(Source::new("test", high_stakes)), Vec::new());
    for ((edition, start), rules, work) in [
        (&shipped, &[("level", "2"), ("target", "3000")][..], Work::Games(Some(300))),
        (&shipped, &[("joker", "literal"), ("max_turns", "5")], Work::Games(Some(350))),
        (&shipped, &[("level", "2"), ("joker", "off")], Work::Turns(700)),
        (&shipped, &[("level", "2"), ("min_bank", "900")], Work::Turns(700)),
        (&high_stakes, &[("max_turns", "9")], Work::Games(Some(300))),
        (&high_stakes, &[("max_turns", "9")], Work::Turns(700)),
    ] {
        let (edition, start) = (edition.clone(), start.clone());
        let spec = RunSpec { edition, start, work, ..spec(rules, &policies, None, 1) };
        let game = Registered::<Seated>::new();
        let mut run = unhurried(2, |conditions| game.prepare_run(&spec, conditions)).unwrap();
        let play = |run: &Prepared<Seated>| {
            let units = 0..run.all_units().0;
            unhurried(2, |conditions| run.play_on(run.empty(), units, None, conditions))
                .unwrap()
                .tally
        };
        let by_engine = play(&run);
        assert!(run.job.engine.take().is_some());
        assert!(by_engine == play(&run), "{rules:?}");
    }
}
