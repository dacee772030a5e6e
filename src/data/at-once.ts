// Work that can pause, done without a pause.

export function atOnce<Value>(work: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
