// The shares in which threads run a program together: a kernel computes one of its shares a call. The shape and the number
// of shares say which elements are in it. The order of additions in an element depends on the shape alone: whoever
// computes it, and beside which others, it gets the same bits (E6).

import { setConstants } from './constants';

let index = 0;
let count = 1;
/** Bytes of this thread's own scratch begin here. */
let scratch: usize = 0;

export function setThread(thread: i32, threads: i32, ownScratch: usize): void {
  index = thread;
  count = threads;
  scratch = ownScratch;
  setConstants();
}

/** The first of `items` that belong to this share; they end where the next one's begin. */
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
