// The threads that run a program together. Each runs every kernel on a share of its own. A share depends on the shape
// and on the number of threads. What is computed for an output element depends on neither (E6).

let index = 0;
let count = 1;
/** Bytes of this thread's own scratch begin here. */
let scratch: usize = 0;

export function setThread(thread: i32, threads: i32, ownScratch: usize): void {
  index = thread;
  count = threads;
  scratch = ownScratch;
}

/** The first of `items` that belong to this thread; they end where the next thread's begin. */
@inline export function firstOf(items: i32): i32 {
  return i32((i64(items) * index) / count);
}

@inline export function endOf(items: i32): i32 {
  return i32((i64(items) * (index + 1)) / count);
}

@inline export function isFirstThread(): bool {
  return index == 0;
}

@inline export function ownScratch(): usize {
  return scratch;
}
