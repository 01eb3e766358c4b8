//! Tests of the command line: arguments, output, files and the pages of the guide.

#[cfg(target_os = "linux")]
mod bots;
mod command_line;
#[cfg(unix)]
mod faults;
mod lines;
#[cfg(target_os = "linux")]
mod pages;
mod parts;
#[cfg(target_os = "linux")]
mod pinned;
mod report_page;
#[cfg(target_os = "linux")]
mod results;
mod schemas;
#[cfg(target_os = "linux")]
mod tables;
#[cfg(target_os = "linux")]
mod transcript;
#[cfg(target_os = "linux")]
mod transcripts;
mod values;
