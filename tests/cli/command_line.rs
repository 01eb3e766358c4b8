//! Exit codes, and what the program writes to stdout and stderr.

use std::env::temp_dir;
use std::io;
use std::process::{Command, Stdio};

use crate::program::{self, Running};

fn pushluck(line: &str) -> Command {
    program::pushluck(&temp_dir(), line)
}

/// Commands that only print, among them the help of clap.
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
        let mut command = pushluck(line);
        let output = Running::start(command.stdout(writer).stderr(Stdio::piped())).output();
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[test]
fn an_error_message_to_a_closed_pipe_is_no_panic() {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let mut command = pushluck("simulate el-ocho --games 0");
    assert_eq!(Running::start(command.stderr(writer)).output().status.code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_ends_with_1() {
    for line in PRINTING {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let mut command = pushluck(line);
        let output = Running::start(command.stdout(full).stderr(Stdio::piped())).output();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
