//! A model of a disk that tracks synced and unsynced changes.

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsString,
    mem,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use testkit::Random;

use super::{Event, Image};

/// The unsynced changes that a disk keeps in a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptWrites {
    /// No change.
    Nothing,
    /// All changes, as after a process is killed.
    All,
    /// All changes up to some moment; the write in progress is torn.
    Prefix,
    /// Any sectors or pages of writes, and any changes of names and lengths.
    Pages,
    /// Any whole writes, and any changes of names and lengths.
    Writes,
}

impl KeptWrites {
    /// All kinds.
    pub const ALL: [KeptWrites; 5] = [
        KeptWrites::Nothing,
        KeptWrites::All,
        KeptWrites::Prefix,
        KeptWrites::Pages,
        KeptWrites::Writes,
    ];
}

/// The sizes of the pieces of a write that a disk keeps or loses as a whole, in bytes.
const PIECES: [usize; 2] = [512, 4096];

/// The number of a file or folder.
type Node = usize;

/// The number of the top folder.
const ROOT: Node = 0;

/// A model of a disk below one folder.
#[derive(Clone)]
pub struct Disk {
    /// The absolute path of the folder.
    folder: PathBuf,
    /// The synced bytes and names.
    kept: Vec<Content>,
    /// The bytes and names that the processes see.
    seen: Vec<Content>,
    /// The unsynced changes, in order.
    pending: Vec<Change>,
    handles: HashMap<usize, Node>,
}

#[derive(Clone)]
enum Content {
    File(Arc<Vec<u8>>),
    Folder(BTreeMap<OsString, Node>),
}

#[derive(Clone)]
enum Change {
    Write {
        node: Node,
        offset: usize,
        bytes: Arc<Vec<u8>>,
    },
    Truncate {
        node: Node,
        length: usize,
    },
    /// Sets the file or folder that each name in a folder stands for, if any. A renaming sets two names.
    Names(Vec<(Node, OsString, Option<Node>)>),
}

impl Change {
    /// True if a sync of this file or folder keeps the change.
    fn is_of(&self, synced: Node) -> bool {
        match self {
            Change::Write { node, .. } | Change::Truncate { node, .. } => *node == synced,
            Change::Names(names) => names.iter().any(|(folder, ..)| *folder == synced),
        }
    }

    fn make(&self, contents: &mut [Content]) {
        match self {
            Change::Write {
                node,
                offset,
                bytes,
            } => write(file(contents, *node), *offset, bytes),
            Change::Truncate { node, length } => file(contents, *node).resize(*length, 0),
            Change::Names(names) => {
                for (folder, name, node) in names {
                    let names = names_in(contents, *folder);
                    match node {
                        Some(node) => names.insert(name.clone(), *node),
                        None => names.remove(name),
                    };
                }
            }
        }
    }
}

fn file(contents: &mut [Content], node: Node) -> &mut Vec<u8> {
    match &mut contents[node] {
        Content::File(bytes) => Arc::make_mut(bytes),
        Content::Folder(_) => panic!("a folder is not written to"),
    }
}

fn names_in(contents: &mut [Content], node: Node) -> &mut BTreeMap<OsString, Node> {
    match &mut contents[node] {
        Content::Folder(names) => names,
        Content::File(_) => panic!("a file holds no names"),
    }
}

fn write(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

impl Disk {
    /// Returns a disk whose folder durably holds this image.
    pub fn new(folder: &Path, image: &Image) -> Disk {
        let mut disk = Disk {
            folder: folder.to_owned(),
            kept: Vec::new(),
            seen: vec![Content::Folder(BTreeMap::new())],
            pending: Vec::new(),
            handles: HashMap::new(),
        };
        for (path, bytes) in &image.0 {
            let content = match bytes {
                Some(bytes) => Content::File(Arc::clone(bytes)),
                None => Content::Folder(BTreeMap::new()),
            };
            disk.add(&folder.join(path), content);
        }
        disk.kept.clone_from(&disk.seen);
        disk.pending.clear();
        disk
    }

    /// True if a power cut can lose a change.
    pub fn is_unsafe(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns the files and folders that the processes see.
    pub fn seen(&self) -> Image {
        image(&self.seen)
    }

    /// Applies an event of a process.
    ///
    /// # Panics
    ///
    /// The event is impossible on this disk.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Output(_) => {}
            Event::Open {
                handle,
                is_emptied,
                path,
            } => self.open(*handle, *is_emptied, path),
            Event::Dup { old, new } => {
                self.handles.insert(*new, self.handles[old]);
            }
            Event::Write {
                handle,
                offset,
                bytes,
            } => self.change(Change::Write {
                node: self.handles[handle],
                offset: *offset,
                bytes: Arc::new(bytes.clone()),
            }),
            Event::Truncate { handle, length } => self.change(Change::Truncate {
                node: self.handles[handle],
                length: *length,
            }),
            Event::Sync { handle } => self.sync(self.handles[handle]),
            Event::Unsynced { handle } => self.give_up(self.handles[handle]),
            Event::MakeFolder(path) => {
                self.add(path, Content::Folder(BTreeMap::new()));
            }
            Event::Remove(path) => {
                let (folder, name) = self.place(path);
                self.change(Change::Names(vec![(folder, name, None)]));
            }
            Event::Rename { from, to } => {
                let node = self.node(from).expect("what is renamed is there");
                let ((old, old_name), (new, new_name)) = (self.place(from), self.place(to));
                self.change(Change::Names(vec![
                    (old, old_name, None),
                    (new, new_name, Some(node)),
                ]));
            }
            Event::Link { from, to } => {
                let node = self.node(from).expect("what gets a second name is there");
                let (folder, name) = self.place(to);
                self.change(Change::Names(vec![(folder, name, Some(node))]));
            }
        }
    }

    /// Returns the kind of the change that a just applied event has made, and the number of its file.
    pub fn kind(&self, event: &Event) -> Option<(&'static str, Option<usize>)> {
        let of = |handle| self.handles.get(handle).copied();
        match event {
            Event::Output(_) => Some(("said", None)),
            Event::Open { handle, .. } => Some(("open", of(handle))),
            Event::Write { handle, .. } => Some(("write", of(handle))),
            Event::Truncate { handle, .. } => Some(("truncate", of(handle))),
            Event::MakeFolder(_) | Event::Remove(_) => Some(("name", None)),
            Event::Rename { .. } | Event::Link { .. } => Some(("rename", None)),
            Event::Dup { .. } | Event::Sync { .. } | Event::Unsynced { .. } => None,
        }
    }

    fn open(&mut self, handle: usize, is_emptied: bool, path: &Path) {
        let node = self
            .node(path)
            .unwrap_or_else(|| self.add(path, Content::File(Arc::default())));
        if is_emptied && !matches!(&self.seen[node], Content::File(bytes) if bytes.is_empty()) {
            self.change(Change::Truncate { node, length: 0 });
        }
        self.handles.insert(handle, node);
    }

    fn change(&mut self, change: Change) {
        change.make(&mut self.seen);
        self.pending.push(change);
    }

    /// Adds a file or folder with this content. Its name is not synced yet.
    fn add(&mut self, path: &Path, content: Content) -> Node {
        let node = self.seen.len();
        let empty = match &content {
            Content::File(_) => Content::File(Arc::default()),
            Content::Folder(_) => Content::Folder(BTreeMap::new()),
        };
        self.seen.push(content);
        self.kept.push(empty);
        let (folder, name) = self.place(path);
        self.change(Change::Names(vec![(folder, name, Some(node))]));
        node
    }

    fn sync(&mut self, node: Node) {
        let (synced, pending) = mem::take(&mut self.pending)
            .into_iter()
            .partition(|change| change.is_of(node));
        self.pending = pending;
        let synced: Vec<Change> = synced;
        for change in synced {
            change.make(&mut self.kept);
        }
    }

    /// Drops the pending changes after a failed sync. The processes still see them, but the disk never keeps them.
    fn give_up(&mut self, node: Node) {
        self.pending.retain(|change| !change.is_of(node));
    }

    /// Returns the folder and the name of a path.
    fn place(&self, path: &Path) -> (Node, OsString) {
        let name = path.file_name().expect("a path ends in a name").to_owned();
        let folder = path.parent().and_then(|folder| self.node(folder));
        (folder.expect("the folder of a name is there"), name)
    }

    fn node(&self, path: &Path) -> Option<Node> {
        let below = path
            .strip_prefix(&self.folder)
            .expect("paths are below the folder");
        let mut names = below.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        });
        names.try_fold(ROOT, |node, name| match &self.seen[node] {
            Content::Folder(names) => names.get(name).copied(),
            Content::File(_) => None,
        })
    }

    /// Returns the files and folders that a power cut leaves.
    pub fn cut(&self, kept_writes: KeptWrites, random: &mut Random) -> Image {
        let mut left = self.kept.clone();
        let percent = *random.pick(&[10, 50, 90]);
        let piece = *random.pick(&PIECES);
        let n_first = random.below(self.pending.len() + 1);
        for (n, change) in self.pending.iter().enumerate() {
            match kept_writes {
                KeptWrites::Nothing => {}
                KeptWrites::All => change.make(&mut left),
                KeptWrites::Prefix if n < n_first => change.make(&mut left),
                KeptWrites::Prefix if n == n_first => tear(change, piece, random, &mut left),
                KeptWrites::Prefix => {}
                KeptWrites::Pages => keep_pieces(change, piece, percent, random, &mut left),
                KeptWrites::Writes if random.chance(percent) => change.make(&mut left),
                KeptWrites::Writes => {}
            }
        }
        image(&left)
    }
}

/// Keeps a random beginning of a write, which ends between two pieces. Drops any other change.
fn tear(change: &Change, piece: usize, random: &mut Random, left: &mut [Content]) {
    if let Change::Write {
        node,
        offset,
        bytes,
    } = change
    {
        let end = (offset + random.below(bytes.len() + 1)) / piece * piece;
        if end > *offset {
            write(file(left, *node), *offset, &bytes[..end - offset]);
        }
    }
}

/// Keeps each piece of a write with this probability, and also the length that the write gives the file. Keeps any
/// other change as a whole with the same probability.
fn keep_pieces(
    change: &Change,
    piece: usize,
    percent: usize,
    random: &mut Random,
    left: &mut [Content],
) {
    let Change::Write {
        node,
        offset,
        bytes,
    } = change
    else {
        if random.chance(percent) {
            change.make(left);
        }
        return;
    };
    let (end, file) = (offset + bytes.len(), file(left, *node));
    if file.len() < end && random.chance(percent) {
        file.resize(end, 0);
    }
    let mut start = *offset;
    while start < end {
        let next = end.min((start / piece + 1) * piece);
        if random.chance(percent) {
            write(file, start, &bytes[start - offset..next - offset]);
        }
        start = next;
    }
}

/// Returns the files and folders that can be reached from the top folder.
fn image(contents: &[Content]) -> Image {
    let mut image = Image::default();
    let mut waiting = vec![(PathBuf::new(), ROOT)];
    while let Some((path, node)) = waiting.pop() {
        match &contents[node] {
            Content::File(bytes) => {
                image.0.insert(path, Some(Arc::clone(bytes)));
            }
            Content::Folder(names) => {
                waiting.extend(names.iter().map(|(name, node)| (path.join(name), *node)));
                if node != ROOT {
                    image.0.insert(path, None);
                }
            }
        }
    }
    image
}
