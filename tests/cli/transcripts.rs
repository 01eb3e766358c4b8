//! The output of the program, as transcripts: see [`transcript`]. This command updates them:
//! `SNAPSHOTS=overwrite cargo test --test suite cli::`.

use std::path::Path;

use super::transcript;

macro_rules! transcripts {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
                let file = folder.join(concat!(stringify!($name), ".console"));
                transcript::check(&file, false, &[&folder.join("files")]);
            }
        )*

        #[test]
        fn every_transcript_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
            let mut found: Vec<String> = std::fs::read_dir(folder)
                .expect("the transcripts")
                .filter_map(|entry| entry.expect("a file").file_name().into_string().ok())
                .filter_map(|name| Some(name.strip_suffix(".console")?.to_owned()))
                .collect();
            found.sort();
            let mut named = vec![$(stringify!($name)),*];
            named.sort();
            assert_eq!(found, named);
        }
    };
}

transcripts![
    advise,
    balance,
    cache,
    card,
    check,
    compare,
    decisions,
    editions,
    eight_seconds,
    help,
    hints,
    learn,
    list,
    long_shot,
    names,
    output,
    parts,
    policies,
    rerun,
    ride,
    rules,
    search,
    simulate,
    solve,
    str8_eight,
    stressed,
    sweep,
    trace,
    tune,
    verify
];
