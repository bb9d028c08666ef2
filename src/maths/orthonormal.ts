/**
 * Orthonormal columns of tall blocks. A block is rows x width, row-major, so that a row is `width` contiguous numbers;
 * `width` is a multiple of 4, because the loops keep four sums at a time.
 */

/** Takes off the columns of `block` what lies in the span of the orthonormal columns of `basis`: returns basis' block. */
export function projectOut(basis: Float64Array, block: Float64Array, width: number): Float64Array {
  const products = innerProducts(basis, block, width);
  for (let at = 0; at < block.length; at += width) {
    for (let c = 0; c < width; c += 4) {
      let a = block[at + c]!;
      let b = block[at + c + 1]!;
      let d = block[at + c + 2]!;
      let e = block[at + c + 3]!;
      for (let k = 0; k < width; k++) {
        const entry = basis[at + k]!;
        const from = k * width + c;
        a -= entry * products[from]!;
        b -= entry * products[from + 1]!;
        d -= entry * products[from + 2]!;
        e -= entry * products[from + 3]!;
      }
      block[at + c] = a;
      block[at + c + 1] = b;
      block[at + c + 2] = d;
      block[at + c + 3] = e;
    }
  }
  return products;
}

/** The products of each column of the one block with each of the other (width x width). */
function innerProducts(left: Float64Array, right: Float64Array, width: number): Float64Array {
  const products = new Float64Array(width * width);
  for (let k = 0; k < width; k++) {
    for (let c = 0; c < width; c += 4) {
      let a = 0;
      let b = 0;
      let d = 0;
      let e = 0;
      for (let at = 0; at < left.length; at += width) {
        const entry = left[at + k]!;
        const from = at + c;
        a += entry * right[from]!;
        b += entry * right[from + 1]!;
        d += entry * right[from + 2]!;
        e += entry * right[from + 3]!;
      }
      products.set([a, b, d, e], k * width + c);
    }
  }
  return products;
}

/**
 * Makes the columns of `block` orthonormal in place and returns the upper triangle T (width x width) with
 * old block = new block x T. A column of which no more than `negligible` is left after those before it becomes zero, and
 * so does its row of T.
 */
export function orthonormalise(block: Float64Array, width: number, negligible: number): Float64Array {
  const triangle = new Float64Array(width * width);
  for (let column = 0; column < width; column++) {
    // One pass of Gram-Schmidt loses orthogonality where columns nearly depend on each other; a second restores it.
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < column; k++) {
        let product = 0;
        for (let at = 0; at < block.length; at += width) product += block[at + k]! * block[at + column]!;
        for (let at = 0; at < block.length; at += width) {
          block[at + column] = block[at + column]! - product * block[at + k]!;
        }
        triangle[k * width + column] = triangle[k * width + column]! + product;
      }
    }
    const length = columnLength(block, width, column);
    const spent = !(length > negligible);
    for (let at = column; at < block.length; at += width) block[at] = spent ? 0 : block[at]! / length;
    triangle[column * width + column] = spent ? 0 : length;
  }
  return triangle;
}

export function columnLength(block: Float64Array, width: number, column: number): number {
  let square = 0;
  for (let at = column; at < block.length; at += width) square += block[at]! * block[at]!;
  return Math.sqrt(square);
}
