//! Forwarding of a trait to what a reference, box or shared pointer holds.

/// Implements an object-safe trait for `&T`, `Box<T>` and `Arc<T>` with `T: ?Sized`, every method forwarded.
macro_rules! forward {
    ($trait:ident { $($body:tt)* }) => {
        impl<T: $trait + ?Sized> $trait for &T { $($body)* }
        impl<T: $trait + ?Sized> $trait for Box<T> { $($body)* }
        impl<T: $trait + ?Sized> $trait for std::sync::Arc<T> { $($body)* }
    };
}

pub(crate) use forward;
