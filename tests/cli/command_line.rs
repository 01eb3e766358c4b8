//! How the program ends, and what it leaves on its streams.

use std::io::{self, Read};
use std::process::{Command, Output, Stdio};

fn pushluck(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pushluck"));
    command.args(arguments).stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = pushluck(arguments).output().expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The commands that only print, and the help of clap.
const PRINTING: [&[&str]; 5] =
    [&["man"], &["completions", "zsh"], &["--help"], &["simulate", "--help"], &["--version"]];

#[test]
fn a_result_goes_to_stdout_alone() {
    for arguments in PRINTING {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(stdout.contains("pushluck"), "{arguments:?}");
        assert!(stdout.ends_with('\n'), "{arguments:?}");
        assert!(!stdout.contains('\x1b'), "{arguments:?}");
    }
}

#[test]
fn wrong_input_ends_with_2_and_leaves_stdout_empty() {
    for arguments in [
        &[][..],
        &["list"],
        &["simluate"],
        &["simulate", "el-ocho", "--games", "0"],
        &["simulate", "el-ocho", "--turns", "1e30"],
        &["simulate", "el-ocho", "--colour"],
        &["check"],
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!stderr.is_empty(), "{arguments:?}");
    }
    let (_, _, stderr) = run(&["simulate", "el-ocho", "--games", "0"]);
    assert_eq!(
        stderr,
        "error: `--games 0` leaves nothing to play\n  \
         = help: write a whole number such as 1_000_000, 250k, 1e6 or 1.5M\n"
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in PRINTING {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = pushluck(arguments).stdout(writer).stderr(Stdio::piped()).output();
        let output = output.expect("the program");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn errors_that_nobody_reads_are_no_panic() {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let status = pushluck(&["simulate", "el-ocho", "--games", "0"]).stderr(writer).status();
    assert_eq!(status.expect("the program").code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_ends_with_1() {
    for arguments in PRINTING {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let mut child =
            pushluck(arguments).stdout(full).stderr(Stdio::piped()).spawn().expect("the program");
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
        assert_eq!(child.wait().expect("an end").code(), Some(1), "{arguments:?}");
        assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

/// A policy of El Ocho that looks at the totals is folded into tables on the way: in a long run it plays
/// twice as many games per second as `random`, in one of 500 games a thirtieth.
#[test]
fn bench_measures_set_up_apart() {
    let (code, stdout, _) =
        run(&["bench", "el-ocho", "--threads", "1", "--format", "csv", "--quiet"]);
    assert_eq!(code, Some(0));
    let rows: Vec<Vec<&str>> = stdout.lines().map(|line| line.split(',').collect()).collect();
    let place = |name: &str| rows[0].iter().position(|column| *column == name).expect(name);
    let of = |policy: &str, column: &str| {
        let (who, figure) = (place("policy"), place("figure"));
        let row = rows.iter().find(|row| row[who] == policy && row[figure] == "units_per_second");
        row.expect(policy)[place(column)].parse::<f64>().expect("a number")
    };
    let speed = |policy: &str| of(policy, "median");
    assert!(speed("weigh-the-risk") > speed("random") / 4.0, "{stdout}");
    assert!(of("weigh-the-risk", "setup_seconds") > 0.0, "{stdout}");
}
