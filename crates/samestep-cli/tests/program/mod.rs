//! The program as the tests call it.

// Not every test file needs all of it.
#![allow(dead_code)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The program with arguments, in the project's root, without settings from the environment.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_samestep"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SAMESTEP_")) {
        command.env_remove(name);
    }
    command
}

/// Runs the program to its end.
pub fn output(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

/// Exit code, standard output and standard error, as one text.
pub fn told(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(args);
    let mut text = format!("exit {}\n", status.code().expect("not killed"));
    text.push_str(&String::from_utf8(stdout).expect("UTF-8"));
    if !stderr.is_empty() {
        text.push_str("-- stderr\n");
        text.push_str(&String::from_utf8(stderr).expect("UTF-8"));
    }
    text
}

/// A folder for one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("samestep-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder)
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        fs::write(&path, content).expect("writable");
        self.path(name)
    }

    /// [`told`], with the folder as DIR.
    pub fn told(&self, args: &[&str]) -> String {
        told(args).replace(self.0.to_str().expect("UTF-8"), "DIR")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
