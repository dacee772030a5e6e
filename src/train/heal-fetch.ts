// The taking half of healing, joining and beginning (E0): fetch the holding with a known digest, block by block
// from several sources, verifying every block against the manifest and the manifest against the digest. Only
// blocks that differ travel. A source that refuses, sends a wrong block or stays silent is left out.
import * as v from 'valibot';
import { assert } from '../base/assert';
import { concatBytes, fromHex, fromUtf8 } from '../base/bytes';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import type { MemberId } from '../membership/view';
import type { Frame } from '../net/frame';
import { compile } from '../model/plan';
import { blockCount } from '../optim/blocks';
import { rootDigest } from '../optim/digest';
import { blockBytes, hashBlockBytes, writeBlock, writeHead } from '../optim/state-bytes';
import type { TrainState } from '../optim/train-state';
import {
  blockPhase,
  manifestPhase,
  manifestSchema,
  maxBlocksPerRequest,
  type StateRequest,
} from './heal-donor';
import { hold, type Holding } from './holding';
import { decodeRunState, stateDigest, type RunState } from './run-state';

export class HealError extends Error {
  override name = 'HealError';
}

export interface FetchOptions {
  readonly digest: string;
  readonly sources: readonly MemberId[];
  readonly request: (to: MemberId, message: StateRequest) => void;
  /** Tensors of the shape this run needs, holding whatever this replica had: overwritten where they differ. */
  readonly tensorsFor: (state: RunState) => Promise<TrainState>;
  readonly hashesOf: (tensors: TrainState) => Uint32Array;
  readonly onProgress: (receivedBytes: number, totalBytes: number, from: MemberId) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A source that says nothing for so long is left out. */
const silentMs = 5_000;
/** 4 MiB: the hashes of some 10⁹ parameters. */
const maxManifestPieces = 64;

export class StateFetch {
  readonly #options: FetchOptions;
  #sources: MemberId[];
  readonly #pieces: (Uint8Array | undefined)[] = [];
  #manifest: Wait<string> | undefined;
  #blocks: Wait<void> | undefined;
  #tensors: TrainState | undefined;
  #hashes: Uint32Array = new Uint32Array();
  /** block → whom it was asked of; absent: not yet asked. */
  readonly #missing = new Map<number, MemberId | undefined>();
  /** When last heard, or asked since. */
  readonly #heardMs = new Map<MemberId, number>();
  #receivedBytes = 0;
  #totalBytes = 0;

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#sources = [...options.sources];
  }

  /** The verified holding. Throws HealError when no source is left, or the signal's reason. */
  async run(): Promise<Holding> {
    const { clock, signal, onProgress } = this.#options;
    const { state, head, hashes } = await this.#fetchManifest();
    const tensors = await this.#options.tensorsFor(state);
    this.#hashes = hashes;
    this.#tensors = tensors;
    assert(hashes.length === 2 * blockCount(tensors.parameters.length), 'the manifest was verified');
    const held = this.#options.hashesOf(tensors);
    for (let block = 0; 2 * block < hashes.length; block++)
      if (held[2 * block] !== hashes[2 * block] || held[2 * block + 1] !== hashes[2 * block + 1]) {
        this.#missing.set(block, undefined);
        this.#totalBytes += blockBytes(tensors, block);
      }
    onProgress(0, this.#totalBytes, this.#sources[0]);
    const written = writeHead(tensors, head);
    if (!written.ok) throw new HealError(written.error.message);
    const result = hold(state, tensors, hashes);
    while (this.#missing.size > 0) {
      this.#blocks = waitFor<void>(clock, silentMs, `state blocks from ${this.#sources.join(', ')}`, signal);
      for (const source of this.#sources) this.#ask(source);
      try {
        await this.#blocks.promise;
      } catch (error) {
        if (signal.aborted) throw error;
        this.#dropSilent();
      }
    }
    return result;
  }

  /** A 'state' frame from anyone; the caller consumes it. */
  receive(from: MemberId, frame: Frame): void {
    if (!this.#sources.includes(from)) return;
    this.#heardMs.set(from, this.#options.clock.now());
    if (frame.phase === manifestPhase) this.#takePiece(from, frame);
    else if (frame.phase === blockPhase) this.#takeBlock(from, frame);
  }

  refused(from: MemberId, digest: string): void {
    if (digest === this.#options.digest) this.#leaveOut(from);
  }

  async #fetchManifest(): Promise<{ state: RunState; head: Uint8Array; hashes: Uint32Array }> {
    const { clock, signal, digest } = this.#options;
    let problem = 'no member offers the state';
    while (this.#sources.length > 0) {
      const source = this.#sources[0];
      this.#manifest = waitFor<string>(clock, silentMs, `the state's manifest from ${source}`, signal);
      this.#pieces.length = 0;
      this.#options.request(source, { kind: 'manifest', digest });
      try {
        const parsed = parseManifest(await this.#manifest.promise, digest);
        if (typeof parsed !== 'string') return parsed;
        problem = parsed;
      } catch (error) {
        if (signal.aborted) throw error;
        problem = error instanceof Error ? error.message : String(error);
      }
      this.#sources = this.#sources.filter((other) => other !== source);
    }
    throw new HealError(problem);
  }

  #takePiece(from: MemberId, frame: Frame): void {
    if (from !== this.#sources[0] || frame.bucket > maxManifestPieces || frame.segment >= frame.bucket)
      return;
    this.#pieces[frame.segment] = frame.payload.slice();
    this.#manifest?.progress();
    const pieces = this.#pieces.filter((piece) => piece !== undefined);
    if (pieces.length !== frame.bucket) return;
    try {
      this.#manifest?.settle(fromUtf8(concatBytes(...pieces)));
    } catch {
      this.#manifest?.reject(new HealError('the manifest is not UTF-8'));
    }
  }

  #takeBlock(from: MemberId, frame: Frame): void {
    const block = frame.segment;
    const tensors = this.#tensors;
    if (!tensors || !this.#missing.has(block)) return;
    const hash = hashBlockBytes(tensors.vectors.length, frame.payload);
    const isGenuine = hash?.lo === this.#hashes[2 * block] && hash.hi === this.#hashes[2 * block + 1];
    if (!isGenuine || !writeBlock(tensors, block, frame.payload).ok) {
      this.#leaveOut(from);
      return;
    }
    this.#missing.delete(block);
    this.#receivedBytes += frame.payload.byteLength;
    this.#options.onProgress(this.#receivedBytes, this.#totalBytes, from);
    this.#blocks?.progress();
    if (this.#missing.size === 0) this.#blocks?.settle();
    else if (![...this.#missing.values()].includes(from)) this.#ask(from);
  }

  /** Asks the source for the next blocks nobody was asked for. */
  #ask(source: MemberId): void {
    const blocks: number[] = [];
    for (const [block, asked] of this.#missing)
      if (asked === undefined && blocks.length < maxBlocksPerRequest) blocks.push(block);
    if (blocks.length === 0) return;
    for (const block of blocks) this.#missing.set(block, source);
    this.#heardMs.set(source, this.#options.clock.now());
    this.#options.request(source, { kind: 'blocks', digest: this.#options.digest, blocks });
  }

  #leaveOut(source: MemberId): void {
    const isFirst = source === this.#sources[0]; // the one asked for the manifest
    this.#sources = this.#sources.filter((other) => other !== source);
    for (const [block, asked] of this.#missing) if (asked === source) this.#missing.set(block, undefined);
    if (this.#sources.length === 0) {
      const error = new HealError(`${source} was the last member that offered the state`);
      this.#manifest?.reject(error);
      this.#blocks?.reject(error);
    } else {
      if (isFirst) this.#manifest?.reject(new HealError(`${source} refused`));
      for (const other of this.#sources) this.#ask(other);
    }
  }

  #dropSilent(): void {
    const oldest = this.#options.clock.now() - silentMs;
    const asked = new Set(this.#missing.values());
    // All of them first: leaving one out asks the others, which cannot have answered yet.
    const silent = this.#sources.filter(
      (source) => asked.has(source) && this.#heardMs.get(source)! <= oldest,
    );
    for (const source of silent) this.#leaveOut(source);
    if (this.#sources.length === 0) throw new HealError('no member answers with the state');
    for (const [block] of this.#missing) this.#missing.set(block, undefined);
  }
}

/** The manifest, or what is wrong with it. Verified against the digest before anything is prepared for it. */
function parseManifest(
  text: string,
  digest: string,
): { state: RunState; head: Uint8Array; hashes: Uint32Array } | string {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return 'the manifest is not JSON';
  }
  const parsed = v.safeParse(manifestSchema, input);
  if (!parsed.success) return `the manifest: ${parsed.issues[0].message}`;
  const state = decodeRunState(parsed.output.state);
  if (!state.ok) return state.error.message;
  const head = fromHex(parsed.output.head);
  const hashes = fromHex(parsed.output.hashes);
  if (!head || !hashes) return 'the manifest has an odd number of hex digits';
  if (head.byteLength === 0 || head.byteLength % 8 !== 0) return 'the manifest has half a number in its head';
  const [step, ...scalars] = new Float64Array(head.buffer);
  const words = new Uint32Array(hashes.buffer);
  const { model, microBatch } = state.value.config;
  const parameters = { length: compile(model, microBatch).parameterCount };
  const root = rootDigest({ parameters, step, scalars: new Float64Array(scalars) }, words);
  if (stateDigest(root, state.value) !== digest) return 'the offered state does not have the agreed digest';
  if (words.length !== 2 * blockCount(parameters.length)) return 'the manifest has another number of blocks';
  return { state: state.value, head, hashes: words };
}
