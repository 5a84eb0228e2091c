"""Matrices of a page: six numbers, as PDF writes them."""

from __future__ import annotations

Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does what `first` does and after that what `then` does."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def shift(matrix: Matrix, x: float, y: float) -> Matrix:
    """The matrix after a step in its own space."""
    a, b, c, d, e, f = matrix
    return a, b, c, d, x * a + y * c + e, x * b + y * d + f


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point of the matrix's space lies outside of it."""
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f
