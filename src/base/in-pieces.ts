// Long work on a thread that reads data channels too. It is cut into pieces, between which the thread does its other work:
// frames, heartbeats and timers.
import { realClock, type Clock } from './clock';
import { yieldToLoop } from './yield-to-loop';

/** A frame that comes meanwhile waits for so long, and for the one step of the work under way. */
const pieceMs = 10;

export interface Pieces {
  readonly clock?: Pick<Clock, 'now'>;
  /** Lets the thread do its other work. */
  readonly pause?: () => Promise<void>;
}

/** Runs `work` to its end. It may be interrupted wherever it yields. */
export async function inPieces<T>(
  work: Iterator<unknown, T>,
  { clock = realClock, pause = yieldToLoop }: Pieces = {},
): Promise<T> {
  let startMs = clock.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (clock.now() - startMs < pieceMs) continue;
    await pause();
    startMs = clock.now();
  }
}

/** `of` each item, in order. It may be interrupted between two items. */
export function mapInPieces<Item, Value>(
  items: Iterable<Item>,
  of: (item: Item) => Value,
  pieces?: Pieces,
): Promise<Value[]> {
  function* each(): Generator<undefined, Value[]> {
    const values: Value[] = [];
    for (const item of items) {
      values.push(of(item));
      yield;
    }
    return values;
  }
  return inPieces(each(), pieces);
}
