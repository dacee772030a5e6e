// Every reference is written once for both precisions: f32 for the CPU backend, f64 for the oracle. Sums run in f64
// either way (JavaScript numbers) and are rounded once, when stored.

export type Reals = Float32Array | Float64Array;
