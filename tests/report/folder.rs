//! Output folder: results are complete or absent, and foreign files are kept.

use std::fs;
use std::path::Path;

use pushluck::Error;
use pushluck::report::{OutputFolder, RunRecord};
use tempfile::TempDir;

fn record(seed: i64) -> RunRecord {
    let mut record = RunRecord::default();
    record.define("seed", seed);
    record
}

fn file(name: &str, text: &str) -> (String, Vec<u8>) {
    (name.to_owned(), text.as_bytes().to_owned())
}

fn names(path: &Path) -> Vec<String> {
    let names = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Prepares a folder for the run with seed `seed` and these file names.
fn prepare(
    path: impl AsRef<Path>,
    seed: i64,
    files: &[&str],
    force: bool,
) -> Result<OutputFolder, Error> {
    OutputFolder::prepare(path.as_ref(), &record(seed), files.iter().copied(), force)
}

#[track_caller]
fn rejected(result: Result<OutputFolder, Error>) -> (String, String) {
    match result {
        Err(Error::Input { message, help }) => (message, help.unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn results_have_a_record_or_the_folder_is_removed() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("a/b");
    drop(prepare(&out, 1, &[], false).unwrap());
    assert!(names(temp.path()).is_empty());
    let mut folder = prepare(&out, 1, &[], false).unwrap();
    folder.write(vec![file("win_rates.csv", "x\n"), file("bets.csv", "y\n")], &record(1)).unwrap();
    drop(folder);
    assert_eq!(names(&out), ["bets.csv", "run.toml", "win_rates.csv"]);
    let run = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(run.contains("files = [\"win_rates.csv\", \"bets.csv\"]"), "{run}");
    assert!(record(1).same_run(&run));
    // Another run needs force, and removes the files of the first.
    let (message, help) = rejected(prepare(&out, 2, &[], false));
    assert!(message.ends_with("a different run: seed is 1 there and 2 here"), "{message}");
    assert!(help.contains("--force"));
    let mut folder = prepare(&out, 2, &[], true).unwrap();
    folder.write(vec![file("rule_use.csv", "x")], &record(2)).unwrap();
    assert_eq!(names(&out), ["rule_use.csv", "run.toml"]);
}

#[test]
fn invalid_paths_of_output_folders_are_rejected() {
    let temp = TempDir::new().unwrap();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("file"), "").unwrap();
    fs::create_dir_all(at("taken/run.toml")).unwrap();
    fs::create_dir(at("is-there.svg")).unwrap();
    let mut cases = vec![
        (at("file"), "file` is a file and not a folder"),
        (at("file/below"), "file` is a file and not a folder"),
        (at("file/far/below"), "file` is a file and not a folder"),
        ("".into(), "no name of a folder"),
        (at("taken"), "run.toml` is a folder, where the record of the run belongs"),
        (at("map.svg"), "map.svg` is the name of a file"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("nowhere"), at("link")).unwrap();
        cases.push((at("link"), "link` is a link to nothing"));
    }
    for (path, end) in cases {
        let (message, help) = rejected(prepare(path, 1, &[], true));
        assert!(message.ends_with(end) && help.contains("--out"), "{message}: {help}");
    }
    for name in ["is-there.svg", "version.2"] {
        prepare(at(name), 1, &[], false).unwrap();
    }
}

/// A record may be edited by hand: only files that can be results are removed.
#[test]
fn foreign_files_are_kept() {
    let temp = TempDir::new().unwrap();
    let others = ["notes.txt", "mine.csv", "plot.svg"];
    for name in others {
        fs::write(temp.path().join(name), "mine").unwrap();
    }
    fs::write(
        temp.path().join("run.toml"),
        "[result]\nfiles = ['notes.txt', '../x.csv', 'plot.svg', 'sub/y.csv', '.', '', 3]",
    )
    .unwrap();
    let mut folder = prepare(temp.path(), 1, &[], true).unwrap();
    folder.write(vec![file("win_rates.csv", "x")], &record(1)).unwrap();
    assert_eq!(names(temp.path()), ["mine.csv", "notes.txt", "run.toml", "win_rates.csv"]);
}

#[test]
fn a_file_in_the_way_is_an_error_before_the_run_and_before_writing() {
    let temp = TempDir::new().unwrap();
    let prepare = |names: &[&str], force| prepare(temp.path(), 1, names, force);
    let mut folder = prepare(&["bets.csv"], false).unwrap();
    fs::write(temp.path().join("bets.csv"), "mine").unwrap();
    fs::write(temp.path().join("income.csv"), "mine").unwrap();
    let (message, help) = rejected(prepare(&["win_rates.csv", "bets.csv", "income.csv"], false));
    assert!(message.contains(
        "bets.csv` and 1 more file exist and would be overwritten: the folder has no run.toml"
    ));
    assert!(help.contains("--force") && help.contains("--out"), "{help}");
    // A file created during the run.
    let error = folder.write(vec![file("bets.csv", "x")], &record(1)).unwrap_err();
    assert!(error.to_string().contains("would be overwritten"), "{error}");
    assert_eq!(fs::read(temp.path().join("bets.csv")).unwrap(), b"mine");
    // With force, only the files of this run are replaced.
    let mut folder = prepare(&["bets.csv"], true).unwrap();
    folder.write(vec![file("bets.csv", "x")], &record(1)).unwrap();
    assert_eq!(fs::read(temp.path().join("bets.csv")).unwrap(), b"x");
    assert_eq!(fs::read(temp.path().join("income.csv")).unwrap(), b"mine");
    // A file missing in the record is in the way of the same run, too.
    let (message, _) = rejected(prepare(&["income.csv"], false));
    assert!(message.ends_with("the run.toml of the folder does not list it"), "{message}");
    prepare(&["bets.csv"], false).unwrap();
}

/// Runs killed before, during and after the renaming of their files, in an empty folder and over
/// the results of another run.
#[test]
fn a_run_killed_while_writing_can_be_repeated() {
    let files = || vec![file("bets.csv", "b"), file("income.csv", "i"), file("win_rates.csv", "w")];
    let named = ["bets.csv", "income.csv", "win_rates.csv"];
    for (placed, over_another) in (0..=4).flat_map(|placed| [(placed, false), (placed, true)]) {
        let temp = TempDir::new().unwrap();
        if over_another {
            let mut other = prepare(temp.path(), 9, &[], true).unwrap();
            other.write(vec![file("bets.csv", "other"), file("old.csv", "x")], &record(9)).unwrap();
        }
        let mut folder = prepare(temp.path(), 1, &named, true).unwrap();
        let staged = folder.staged(files(), &record(1)).unwrap();
        for (at, (path, file)) in staged.into_iter().enumerate() {
            if at < placed {
                file.persist(path).unwrap();
            } else {
                drop(file.keep().unwrap());
            }
        }
        drop(folder);
        assert_eq!(temp.path().join("run.toml").exists(), placed == 4);
        let (message, _) = rejected(prepare(temp.path(), 2, &named, false));
        assert!(message.ends_with("a different run: seed is 1 there and 2 here"), "{message}");
        if placed == 0 && !over_another {
            // A foreign file at a path that is not yet written.
            fs::write(temp.path().join("bets.csv"), "mine").unwrap();
            let (message, _) = rejected(prepare(temp.path(), 1, &named, false));
            assert!(message.contains("bets.csv` exists and would be overwritten"), "{message}");
            fs::write(temp.path().join("bets.csv"), "b").unwrap();
        }
        let mut again = prepare(temp.path(), 1, &named, false).unwrap();
        again.write(files(), &record(1)).unwrap();
        assert_eq!(names(temp.path()), ["bets.csv", "income.csv", "run.toml", "win_rates.csv"]);
    }
}

#[test]
fn a_failing_write_leaves_the_old_files_unchanged() {
    let temp = TempDir::new().unwrap();
    let mut folder = prepare(temp.path(), 1, &[], true).unwrap();
    folder.write(vec![file("win_rates.csv", "old")], &record(1)).unwrap();
    fs::create_dir(temp.path().join("bets.csv")).unwrap();
    let files = vec![file("win_rates.csv", "new"), file("bets.csv", "new")];
    let error = folder.write(files, &record(1)).unwrap_err();
    assert!(error.exit_code() == 1 && error.to_string().contains("bets.csv"), "{error}");
    assert_eq!(names(temp.path()), ["bets.csv", "run.toml", "win_rates.csv"]);
    assert_eq!(fs::read(temp.path().join("win_rates.csv")).unwrap(), b"old");
}

#[test]
#[should_panic = "names of files"]
fn a_name_outside_the_folder_is_rejected() {
    let temp = TempDir::new().unwrap();
    let mut folder = prepare(temp.path(), 1, &[], false).unwrap();
    let _ = folder.write(vec![file("../x.csv", "")], &record(1));
}

#[cfg(unix)]
#[test]
fn results_have_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let temp = TempDir::new().unwrap();
    fs::write(temp.path().join("plain"), "").unwrap();
    let mut folder = prepare(temp.path(), 1, &[], false).unwrap();
    folder.write(vec![file("win_rates.csv", "x")], &record(1)).unwrap();
    let mode = |name| fs::metadata(temp.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("win_rates.csv"), mode("plain"));
}
