//! A store behind a pointer is a store.

use std::sync::Arc;

use sutra_core::Result;

use super::{FileBytes, Lock, Store, StoreFile};

impl<T: Store + ?Sized> Store for Arc<T> {
    fn create(&self, name: &str) -> Result<Box<dyn StoreFile>> {
        (**self).create(name)
    }

    fn read(&self, name: &str) -> Result<FileBytes> {
        (**self).read(name)
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        (**self).rename(from, to)
    }

    fn remove(&self, name: &str) -> Result<()> {
        (**self).remove(name)
    }

    fn list(&self) -> Result<Vec<String>> {
        (**self).list()
    }

    fn sync(&self) -> Result<()> {
        (**self).sync()
    }

    fn lock(&self, name: &str) -> Result<Lock> {
        (**self).lock(name)
    }

    fn share(&self, name: &str) -> Result<Lock> {
        (**self).share(name)
    }

    fn describe(&self) -> String {
        (**self).describe()
    }
}
