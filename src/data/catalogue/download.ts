// Downloads one file from a foreign host into a place that keeps what has arrived. Every wait has a deadline. A download that
// breaks off is taken up again where it broke; after some attempts it fails with a sentence.
import { say, type Saying } from '../../base/sayings';
import { type Clock, realClock } from '../../base/clock';
import { storageSaying } from '../../base/storage-words';
import { fail, type Failure, ok, type Result } from '../../base/result';

/** Where a file's bytes go. A shelf may still hold a part from before. */
export interface Shelf {
  readonly bytes: number;
  append(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  clear(): Promise<void>;
  /** The whole file; from now on it is found again. */
  finish(): Promise<Blob>;
}

export interface DownloadOptions {
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly mostBytes?: number;
  /** `total`: undefined where the server does not say. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

/** A hundred times MNIST; a browser's storage holds it on every device of the last years. */
const mostDownloadBytes = 2 ** 30;
/** No byte for so long: the line is dead. */
const stallMs = 20_000;
const attempts = 4;
const firstRestMs = 1_000;

export async function download(
  url: string,
  shelf: Shelf,
  {
    fetch = globalThis.fetch,
    clock = realClock,
    mostBytes = mostDownloadBytes,
    onProgress,
  }: DownloadOptions = {},
): Promise<Result<Blob, 'not-downloaded'>> {
  const { host } = new URL(url);
  let problem: Saying = say('host-out-of-reach', { host });
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0)
      await new Promise<void>((resolve) => void clock.after(firstRestMs * 2 ** (attempt - 1), resolve));
    const tried = await once(url, shelf, { fetch, clock, mostBytes, onProgress });
    if (tried.kind === 'whole') {
      const whole = await stored(shelf.finish());
      return whole.ok ? whole : fail('not-downloaded', notKept(host, whole.error));
    }
    if (tried.kind === 'not kept') return fail('not-downloaded', notKept(host, tried.why));
    problem = tried.why;
    if (tried.kind === 'refused') break;
  }
  return fail('not-downloaded', problem);
}

type Tried =
  | { readonly kind: 'whole' }
  /** Trying again may help. */
  | { readonly kind: 'broken'; readonly why: Saying }
  | { readonly kind: 'refused'; readonly why: Saying }
  /** This device could not keep it: the line is sound. */
  | { readonly kind: 'not kept'; readonly why: Failure };

/** A wait for the shelf, whose failures are not those of the line. */
function stored<T>(wait: Promise<T>): Promise<Result<T, 'not-kept'>> {
  return wait.then(ok, (error: unknown) => fail('not-kept', storageSaying(error)));
}

function notKept(host: string, why: Failure): Saying {
  return say('download-not-kept', { host, detail: why.says });
}

async function once(
  url: string,
  shelf: Shelf,
  {
    fetch,
    clock,
    mostBytes,
    onProgress,
  }: Required<Pick<DownloadOptions, 'fetch' | 'clock' | 'mostBytes'>> & Pick<DownloadOptions, 'onProgress'>,
): Promise<Tried> {
  const stalled = new AbortController();
  let stopWatch = clock.after(stallMs, () => stalled.abort());
  const alive = (): void => {
    stopWatch();
    stopWatch = clock.after(stallMs, () => stalled.abort());
  };
  const from = shelf.bytes;
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: stalled.signal,
    });
    alive();
    if (response.status === 416) {
      await shelf.clear(); // another version of the file is shorter than the part that is here
      return { kind: 'broken', why: say('host-changed-file', { host }) };
    }
    if (!response.ok || !response.body) {
      const why = say('host-status', { host, status: response.status });
      return { kind: response.status >= 500 || response.status === 429 ? 'broken' : 'refused', why };
    }
    if (response.status !== 206 && shelf.bytes > 0) await shelf.clear(); // it sends the whole file again
    const length = lengthOf(response);
    const total = length === undefined ? undefined : shelf.bytes + length;
    if ((total ?? 0) > mostBytes)
      return { kind: 'refused', why: say('host-large-file', { host, most: mostBytes / 2 ** 20 }) };
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      alive();
      if (done) break;
      if (shelf.bytes + value.length > mostBytes) {
        await reader.cancel();
        await shelf.clear();
        return { kind: 'refused', why: say('host-large-file', { host, most: mostBytes / 2 ** 20 }) };
      }
      const kept = await stored(shelf.append(value));
      if (!kept.ok) {
        await reader.cancel();
        return { kind: 'not kept', why: kept.error };
      }
      onProgress?.(shelf.bytes, total);
    }
    return total !== undefined && shelf.bytes < total
      ? {
          kind: 'broken',
          why: say('host-closed-line', { host, bytes: shelf.bytes, of: total }),
        }
      : { kind: 'whole' };
  } catch {
    if (stalled.signal.aborted)
      return { kind: 'broken', why: say('host-sent-nothing', { host, seconds: stallMs / 1000 }) };
    // A browser does not say why. Some hosts refuse to go on in the middle of a file.
    if (from > 0 && shelf.bytes === from) await shelf.clear();
    return { kind: 'broken', why: say('host-out-of-reach', { host }) };
  } finally {
    stopWatch();
  }
}

/** The length of the body as it arrives; undefined where a packed body hides it. */
function lengthOf(response: Response): number | undefined {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  return response.headers.get('content-encoding') === null && Number.isSafeInteger(length)
    ? length
    : undefined;
}

/** Keeps the bytes in memory, where the browser offers no storage. */
export function memoryShelf(): Shelf {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    append(piece) {
      pieces.push(piece);
      bytes += piece.length;
      return Promise.resolve();
    },
    clear() {
      pieces = [];
      bytes = 0;
      return Promise.resolve();
    },
    finish: () => Promise.resolve(new Blob(pieces)),
  };
}
