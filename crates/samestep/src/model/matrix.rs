//! Products of matrices that lie by row in slices.

use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};

/// A factor of a product: numbers by row, to be read as they are or transposed.
#[derive(Clone, Copy)]
pub(crate) struct Factor<'f> {
    values: &'f [f32],
    transposed: bool,
}

impl<'f> Factor<'f> {
    /// A matrix as it is.
    pub(crate) fn plain(values: &'f [f32]) -> Self {
        Factor { values, transposed: false }
    }

    /// A matrix with rows and columns exchanged.
    pub(crate) fn transposed(values: &'f [f32]) -> Self {
        Factor { values, transposed: true }
    }

    fn view(self, rows: usize, columns: usize) -> ArrayView2<'f, f32> {
        if self.transposed {
            let view =
                ArrayView2::from_shape((columns, rows), self.values).expect("a slice of the shape's length");
            view.reversed_axes()
        } else {
            ArrayView2::from_shape((rows, columns), self.values).expect("a slice of the shape's length")
        }
    }
}

/// Adds a product to `sum`: `[rows, inner, columns]` are the shapes of both factors after transposing.
///
/// # Panics
/// If a slice has another length than its shape.
pub(crate) fn multiply(
    left: Factor<'_>,
    right: Factor<'_>,
    [rows, inner, columns]: [usize; 3],
    sum: &mut [f32],
) {
    let mut sum = ArrayViewMut2::from_shape((rows, columns), sum).expect("a slice of the shape's length");
    general_mat_mul(1.0, &left.view(rows, inner), &right.view(inner, columns), 1.0, &mut sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_added() {
        let (left, right) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        let mut sum = [10.0; 4];
        multiply(Factor::plain(&left), Factor::plain(&right), [2, 3, 2], &mut sum);
        assert_eq!(sum, [14.0, 15.0, 20.0, 21.0]);
        let mut sum = [0.0; 4];
        multiply(Factor::transposed(&right), Factor::transposed(&left), [2, 3, 2], &mut sum);
        assert_eq!(sum, [4.0, 10.0, 5.0, 11.0]);
    }
}
