//! The content of a folder.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The paths below a folder, in order, with the bytes of each file. A path without bytes is a folder.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Image(pub BTreeMap<PathBuf, Option<Arc<Vec<u8>>>>);

impl Image {
    /// Reads the content of a folder.
    ///
    /// # Panics
    ///
    /// The folder cannot be read.
    pub fn read(folder: &Path) -> Image {
        let mut image = Image::default();
        image.add(folder, Path::new(""));
        image
    }

    fn add(&mut self, folder: &Path, below: &Path) {
        for entry in fs::read_dir(folder.join(below)).expect("a folder can be listed") {
            let path = below.join(entry.expect("a folder can be listed").file_name());
            if folder.join(&path).is_dir() {
                self.0.insert(path.clone(), None);
                self.add(folder, &path);
            } else {
                let bytes = fs::read(folder.join(&path)).expect("a file can be read");
                self.0.insert(path, Some(Arc::new(bytes)));
            }
        }
    }

    /// Creates a folder with this content.
    ///
    /// # Panics
    ///
    /// The folder cannot be written.
    pub fn write(&self, folder: &Path) {
        fs::create_dir_all(folder).expect("a new folder");
        for (path, bytes) in &self.0 {
            let path = folder.join(path);
            match bytes {
                Some(bytes) => fs::write(path, &**bytes).expect("a new file"),
                None => fs::create_dir(path).expect("a new folder"),
            }
        }
    }

    /// Describes a path at which two images differ, if there is one.
    pub fn difference(&self, other: &Image) -> Option<String> {
        let paths = self.0.keys().chain(other.0.keys());
        let mut differing = paths.filter(|path| self.0.get(*path) != other.0.get(*path));
        let told = |image: &Image, path: &PathBuf| match image.0.get(path) {
            None => "nothing".to_owned(),
            Some(None) => "a folder".to_owned(),
            Some(Some(bytes)) => format!("{} bytes", bytes.len()),
        };
        differing.next().map(|path| {
            let (here, there) = (told(self, path), told(other, path));
            format!("{} is {here} and {there}", path.display())
        })
    }
}
