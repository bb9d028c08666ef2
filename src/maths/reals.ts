/** Real numbers in a typed array: single precision as trained and stored, double where exactness is at stake. */
export type Reals = Float32Array | Float64Array;
