//! How the program ends, and what it leaves on its streams.

use std::env::temp_dir;
use std::io::{self, Read};
use std::process::{Command, Stdio};

use crate::program;

fn pushluck(line: &str) -> Command {
    program::pushluck(&temp_dir(), line)
}

/// What only prints: commands, and the help of clap.
const PRINTING: [&str; 7] = [
    "man",
    "completions zsh",
    "--help",
    "simulate --help",
    "--version",
    "list features",
    "simulate el-ocho --policy hold-at --games 50 --quiet",
];

#[test]
fn a_result_goes_to_stdout_alone() {
    for line in PRINTING {
        let (code, stdout, stderr) = program::run(&temp_dir(), line);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}");
        assert!(stdout.ends_with('\n') && !stdout.contains('\x1b'), "{line}: {stdout}");
    }
}

#[test]
fn wrong_input_ends_with_2_and_leaves_stdout_empty() {
    for line in [
        "",
        "list",
        "simluate",
        "simulate el-ocho --games 0",
        "simulate el-ocho --turns 1e30",
        "simulate el-ocho --colour",
        "check",
    ] {
        let (code, stdout, stderr) = program::run(&temp_dir(), line);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{line}");
        assert!(!stderr.is_empty(), "{line}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for line in PRINTING {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = pushluck(line).stdout(writer).stderr(Stdio::piped()).output();
        let output = output.expect("the program");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[test]
fn errors_that_nobody_reads_are_no_panic() {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let status = pushluck("simulate el-ocho --games 0").stderr(writer).status();
    assert_eq!(status.expect("the program").code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_ends_with_1() {
    for line in PRINTING {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let mut child =
            pushluck(line).stdout(full).stderr(Stdio::piped()).spawn().expect("the program");
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
        assert_eq!(child.wait().expect("an end").code(), Some(1), "{line}");
        assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
