//! Which file a name means: one that is named in two ways is one, and its documents keep the name that they have.
//!
//! A name is what the user wrote, so a relative one means something in the folder alone where it was written. The index remembers where
//! that was (`Names::take_over`); one that does not is read as if it was written here. A name that means another file already is taken, and
//! the full path stands in. What is gone takes no name: a folder that was moved keeps its names.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Component, MAIN_SEPARATOR, Path, PathBuf},
};

use super::sources::{Given, Promise, named, plain};

/// The bytes of a path at most: no system has longer ones, but an index of a stranger's may.
const LONGEST: usize = 32 << 10;

/// Where relative names lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Folders as they were written, and where they stand.
    roots: BTreeMap<PathBuf, PathBuf>,
}

/// A file to be read, and what its documents are called by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedFile {
    /// Where it is read.
    pub(super) path: PathBuf,
    /// Its name in the index.
    pub(super) name: String,
}

/// The files of an update.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct NamedFiles {
    /// Each once, by name.
    pub(super) files: Vec<NamedFile>,
    /// Names that the index has for one of these files besides the name that it goes by.
    pub(super) others: BTreeMap<String, String>,
}

/// What makes a file: where its links end, and how it is read, as a name with another ending promises another format.
type Identity = (PathBuf, Option<Promise>);

impl Names {
    /// From what an index remembers.
    pub(super) fn of(kept: Vec<(String, String)>) -> Self {
        let roots = kept.into_iter().map(|(name, place)| (PathBuf::from(name), PathBuf::from(place)));
        Names { roots: roots.filter(|(name, place)| name.is_relative() && place.is_absolute()).collect() }
    }

    /// What an index is to remember.
    pub(super) fn to_keep(&self) -> Vec<(String, String)> {
        let text = |path: &Path| path.to_str().map(str::to_owned);
        self.roots.iter().filter_map(|(name, place)| Some((text(name)?, text(place)?))).collect()
    }

    /// Forgets names below which the index has no document, so that they can mean something else.
    pub(super) fn forget_unused(&mut self, known: &BTreeSet<&str>) {
        self.roots.retain(|root, _| {
            let Some(root) = root.to_str().filter(|root| !root.is_empty()) else {
                return known.iter().any(|name| is_below(Path::new(name), root));
            };
            let inside = format!("{root}{MAIN_SEPARATOR}");
            let next = known.range(inside.as_str()..).next();
            known.contains(root) || next.is_some_and(|name| name.starts_with(&inside))
        });
    }

    /// Takes over what names mean that are written here and now, where they do not mean something else.
    pub(super) fn take_over(&mut self, paths: &[PathBuf]) {
        for path in paths.iter().map(|path| plain(path)).filter(|path| path.is_relative()) {
            let is_folder = path.as_os_str().is_empty() || path.is_dir();
            // For a file its folder is remembered, so that many take no more room than one; alone, if the folder's name is taken.
            let folder = path.parent().filter(|_| !is_folder);
            if !folder.is_some_and(|folder| self.take(folder)) {
                self.take(&path);
            }
        }
    }

    /// Takes over what one name means; whether it means that now.
    fn take(&mut self, name: &Path) -> bool {
        let (kept, place) = (self.leads_to(name), here(name));
        if real(&kept) != real(&place) && kept.exists() {
            return false;
        }
        let is_known = self.root_of(name).is_some_and(|(_, root)| root.exists()) && kept.exists();
        if !is_known {
            let goes_up = name.components().any(|part| part == Component::ParentDir);
            self.roots.insert(name.to_owned(), if goes_up { real(&place) } else { place });
        }
        true
    }

    /// The nearest folder above a name whose place is known.
    fn root_of(&self, name: &Path) -> Option<(&PathBuf, &PathBuf)> {
        if name.as_os_str().len() > LONGEST {
            return None;
        }
        name.ancestors()
            .filter(|above| is_below(name, above))
            .find_map(|above| self.roots.get_key_value(above))
    }

    /// Where the file of a document stands, as far as it is known.
    fn leads_to(&self, name: &Path) -> PathBuf {
        let root = self.root_of(name).filter(|(_, place)| place.exists());
        let kept = root.and_then(|(root, place)| {
            let rest = name.strip_prefix(root).ok()?;
            Some(if rest.as_os_str().is_empty() { place.clone() } else { place.join(rest) })
        });
        kept.unwrap_or_else(|| here(name))
    }

    /// What a file is called that is written here and now: as it is written, unless that means another file.
    fn own_name(&self, path: &Path) -> String {
        let (kept, here) = (self.leads_to(path), here(path));
        if kept == here || place(&kept) == place(&here) { named(path) } else { named(&place(&here)) }
    }

    /// Whether the file of a document lies in one of the paths, or did.
    pub(super) fn is_in(&self, name: &str, paths: &Places) -> bool {
        let place = place(&self.leads_to(Path::new(name)));
        paths.0.iter().any(|path| place.starts_with(path))
    }

    /// Whether a document's name and a path that is written here and now mean one file.
    pub(super) fn is(&self, name: &str, path: &Path) -> bool {
        let kept = self.leads_to(Path::new(name));
        Promise::of(&kept) == Promise::of(path) && real(&kept) == real(&here(path))
    }

    /// Gives each file the name that the index has for it, else the one that was written: of several the first, but not that of a link.
    pub(super) fn name(&self, given: Vec<Given>, known: &BTreeSet<&str>) -> NamedFiles {
        let mut ways: HashMap<Identity, Vec<Way>> = HashMap::new();
        let mut written = BTreeSet::new();
        for Given { path, order } in given {
            let name = self.own_name(&path);
            let way =
                Way { is_new: !known.contains(name.as_str()), is_link: path.is_symlink(), order, name, path };
            written.insert(way.name.clone());
            ways.entry(identity(&here(&way.path))).or_default().push(way);
        }
        let mut kept: HashMap<Identity, Vec<&str>> = HashMap::new();
        for &name in known.iter().filter(|name| !written.contains(**name)) {
            kept.entry(identity(&self.leads_to(Path::new(name)))).or_default().push(name);
        }
        let mut all = NamedFiles::default();
        for (identity, ways) in ways {
            let kept = kept.remove(&identity).unwrap_or_default();
            let names: Vec<String> = ways.iter().map(|way| way.name.clone()).collect();
            let Some(first) = ways.into_iter().min() else { continue };
            let name = match kept.first() {
                Some(&name) if first.is_new => name.to_owned(),
                _ => first.name,
            };
            let others = names.into_iter().chain(kept.into_iter().map(str::to_owned));
            let others = others.filter(|other| *other != name && known.contains(other.as_str()));
            all.others.extend(others.map(|other| (other, name.clone())));
            all.files.push(NamedFile { path: first.path, name });
        }
        all.files.sort_by(|a, b| Path::new(&a.name).cmp(Path::new(&b.name)));
        all
    }
}

/// A way in which a file was named, the best first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    is_new: bool,
    is_link: bool,
    order: usize,
    name: String,
    path: PathBuf,
}

/// Where paths stand that were written here and now.
pub(super) struct Places(Vec<PathBuf>);

impl Places {
    pub(super) fn of(paths: &[PathBuf]) -> Self {
        let both = |path: &PathBuf| [place(&here(path)), real(&here(path))];
        Places(paths.iter().flat_map(both).collect())
    }
}

/// Whether a name lies below another by what is written; what starts with `..` lies below nothing but itself.
fn is_below(name: &Path, root: &Path) -> bool {
    if root.as_os_str().is_empty() {
        name.is_relative() && name.components().next() != Some(Component::ParentDir)
    } else {
        name.starts_with(root)
    }
}

/// A path as it is written here.
fn here(path: &Path) -> PathBuf {
    // Without a folder to be in, it is as good as it gets.
    std::env::current_dir().map_or_else(|_| path.to_owned(), |folder| folder.join(path))
}

fn identity(path: &Path) -> Identity {
    (real(path), Promise::of(path))
}

/// A path without links; of one that leads nowhere, as much as there is.
fn real(path: &Path) -> PathBuf {
    if path.as_os_str().len() > LONGEST {
        return path.to_owned();
    }
    let found = path.ancestors().find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
    let Some((above, mut real)) = found else { return path.to_owned() };
    for part in path.strip_prefix(above).into_iter().flat_map(Path::components) {
        match part {
            Component::ParentDir => drop(real.pop()),
            part => real.push(part),
        }
    }
    real
}

/// The place of a file, or of a link to one, in a folder without links.
fn place(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(above), Some(name)) => real(above).join(name),
        _ => real(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files, removed at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("samestep-names-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            for file in ["a/c/x.txt", "a/c/y.txt", "b/c/x.txt"] {
                fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
                fs::write(folder.join(file), file).unwrap();
            }
            Scratch(folder)
        }

        fn text(&self, name: &str) -> String {
            named(&self.0.join(name))
        }

        fn names(&self, roots: &[(&str, &str)]) -> Names {
            Names::of(roots.iter().map(|(name, place)| ((*name).to_owned(), self.text(place))).collect())
        }

        fn given(&self, names: &[&str]) -> Vec<Given> {
            let given = |(order, name): (usize, &&str)| Given { path: self.0.join(name), order };
            names.iter().enumerate().map(given).collect()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn names_of(named: &NamedFiles) -> Vec<&str> {
        named.files.iter().map(|file| file.name.as_str()).collect()
    }

    #[test]
    fn a_file_keeps_the_name_that_the_index_has() {
        let scratch = Scratch::new("keeps");
        let names = scratch.names(&[("c", "a/c")]);
        let found = names.name(scratch.given(&["a/c/x.txt", "a/c/y.txt"]), &BTreeSet::from(["c/x.txt"]));
        assert_eq!(names_of(&found), [scratch.text("a/c/y.txt").as_str(), "c/x.txt"]);
        assert!(found.others.is_empty());
        // Another file in a folder of the same name is another.
        let found = names.name(scratch.given(&["b/c/x.txt"]), &BTreeSet::from(["c/x.txt"]));
        assert_eq!(names_of(&found), [scratch.text("b/c/x.txt")]);
        // An index that holds a file twice keeps what is written now.
        let twice = scratch.text("a/c/x.txt");
        let found = names.name(scratch.given(&["a/c/x.txt"]), &BTreeSet::from(["c/x.txt", &twice]));
        assert_eq!(names_of(&found), [twice.as_str()]);
        assert_eq!(found.others, [("c/x.txt".to_owned(), twice)].into());
    }

    #[test]
    fn what_is_gone_is_looked_for_where_it_was() {
        let scratch = Scratch::new("gone");
        let names = scratch.names(&[("c", "a/c"), ("moved", "nowhere")]);
        let places = |name: &str| Places::of(&[scratch.0.join(name)]);
        assert!(names.is_in("c/x.txt", &places("a/c")) && names.is_in("c/gone.txt", &places("a")));
        assert!(!names.is_in("c/gone.txt", &places("b/c")) && !names.is_in("c2/x.txt", &places("a/c")));
        // A folder that is gone takes no name: here and now it means what it says.
        assert_eq!(names.leads_to(Path::new("moved/x.txt")), here(Path::new("moved/x.txt")));
        assert_eq!(names.leads_to(Path::new("c/x.txt")), scratch.0.join("a/c/x.txt"));
        assert_eq!(names.leads_to(Path::new("../c/x.txt")), here(Path::new("../c/x.txt")));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_names_of_what_they_lead_to() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("links");
        symlink(scratch.0.join("a/c"), scratch.0.join("folder")).unwrap();
        symlink("x.txt", scratch.0.join("a/c/0.txt")).unwrap();
        symlink("x.txt", scratch.0.join("a/c/0.md")).unwrap();
        let given = ["a/c/0.md", "a/c/0.txt", "folder/x.txt", "a/c/x.txt"];
        let found = Names::default().name(scratch.given(&given), &BTreeSet::new());
        // The first that is no link itself; a name that promises another format is another document.
        assert_eq!(names_of(&found), [scratch.text("a/c/0.md"), scratch.text("folder/x.txt")]);
    }

    #[test]
    fn names_that_are_taken_or_forged_do_no_harm() {
        let scratch = Scratch::new("taken");
        let mut names = scratch.names(&[("src", "a/c"), ("Cargo.toml", "nowhere")]);
        names.take_over(&["src".into(), "Cargo.toml".into(), "./Cargo.toml".into()]);
        let kept = names.to_keep();
        // The tests run in the folder of the crate, which has both.
        assert!(kept.contains(&("src".into(), scratch.text("a/c"))), "{kept:?}");
        assert!(kept.iter().any(|(name, place)| name.is_empty() && Path::new(place).is_dir()), "{kept:?}");
        names.forget_unused(&BTreeSet::from(["src-2/a.txt", "src.txt"]));
        assert!(!names.to_keep().iter().any(|(name, _)| name == "src"));
        let forged = Names::of(vec![("/etc".into(), "/tmp".into()), ("c".into(), "../up".into())]);
        assert_eq!(forged, Names::default());
        let long = "a/".repeat(1 << 20);
        assert!(!forged.is_in(&long, &Places::of(std::slice::from_ref(&scratch.0))));
    }
}
