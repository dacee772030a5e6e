// The beginning of a catch-up: decisions, optimizer head and block hashes of the state with a known digest. They are
// asked of one source after the other. Nothing is prepared for a manifest that does not have the agreed digest (T3).
import { logged } from '../../base/sayings';
import * as v from 'valibot';
import { concatBytes, fromHex, fromUtf8 } from '../../base/bytes';
import type { Clock } from '../../base/clock';
import { waitFor, type Wait } from '../../base/deadline';
import { mostMessage } from '../../base/result';
import { parsedJson } from '../../base/parsed-json';
import type { MemberId } from '../../membership/view';
import { compile } from '../../model/plan/plan';
import type { Frame } from '../../net/frame/frame';
import { blockCount } from '../../optim/state/blocks';
import { rootDigest, type BlockHashes } from '../../optim/state/digest';
import { manifestPhase, manifestSchema, type StateRequest } from './state-source';
import { decodeRunState, stateDigest, type RunState } from '../run/run-state';

/** No member offers the agreed state, or the offered state is another one. */
export class CatchUpError extends Error {
  override name = 'CatchUpError';
}

export interface Manifest {
  readonly digest: string;
  readonly state: RunState;
  readonly head: Uint8Array;
  readonly hashes: BlockHashes;
}

export interface ManifestOptions {
  readonly digest: string;
  readonly sources: readonly MemberId[];
  readonly request: (to: MemberId, message: StateRequest) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A source that sends nothing for so long is left out (T4, J1a). */
export const silentMs = 5_000;
/** 4 MiB: the hashes of some 10⁹ parameters. */
const maxManifestPieces = 64;

export class ManifestFetch {
  #source: MemberId | undefined;
  /** Links to them have closed: they cannot answer. */
  readonly #gone = new Set<MemberId>();
  #pieces: (Uint8Array | undefined)[] = [];
  #whole: Wait<string> | undefined;

  constructor(private readonly options: ManifestOptions) {}

  /** Verified. Undefined when the links to all sources closed before one had answered. Throws CatchUpError when none of
   *  the remaining sources offers it, or the signal's reason. */
  async run(): Promise<Manifest | undefined> {
    const { clock, signal, digest, sources, request } = this.options;
    let problem = '';
    for (const source of sources) {
      if (this.#gone.has(source)) continue;
      this.#source = source;
      this.#pieces = [];
      this.#whole = waitFor<string>(clock, silentMs, `the state's manifest from ${source}`, signal);
      request(source, { kind: 'manifest', digest });
      try {
        const parsed = parseManifest(await this.#whole.promise, digest);
        if (typeof parsed !== 'string') return parsed;
        problem = `${source}: ${parsed}`;
      } catch (error) {
        if (signal.aborted) throw error;
        if (this.#gone.has(source)) continue;
        problem = error instanceof Error ? error.message : String(error);
      }
    }
    if (problem === '') return undefined;
    throw new CatchUpError(problem);
  }

  /** Above 8 members the links of a newcomer's arrival close once it is a member and no longer needs them. */
  linkClosed(peer: MemberId): void {
    this.#gone.add(peer);
    if (peer === this.#source) this.#whole?.reject(new CatchUpError(`the link to ${peer} closed`));
  }

  receive(from: MemberId, { phase, bucket: count, segment: index, payload }: Frame): void {
    if (phase !== manifestPhase || from !== this.#source) return;
    if (count > maxManifestPieces || index >= count) return;
    this.#pieces[index] = payload.slice();
    this.#whole?.progress();
    const pieces = this.#pieces.filter((piece) => piece !== undefined);
    if (pieces.length !== count) return;
    try {
      this.#whole?.settle(fromUtf8(concatBytes(...pieces)));
    } catch {
      this.#whole?.reject(new CatchUpError('the manifest is not UTF-8'));
    }
  }

  refused(from: MemberId, digest: string): void {
    if (from === this.#source && digest === this.options.digest)
      this.#whole?.reject(new CatchUpError(`${from} refused`));
  }
}

/** The manifest, or what is wrong with it. */
function parseManifest(text: string, digest: string): Manifest | string {
  const input = parsedJson(text);
  if (input === undefined) return 'the manifest is not JSON';
  const parsed = v.safeParse(manifestSchema, input);
  if (!parsed.success) return `the manifest: ${parsed.issues[0].message}`.slice(0, mostMessage);
  const state = decodeRunState(parsed.output.state);
  if (!state.ok) return logged(state.error.says);
  const head = fromHex(parsed.output.head);
  const words = fromHex(parsed.output.hashes);
  if (!head || !words) return 'the manifest has an odd number of hex digits';
  if (head.byteLength === 0 || head.byteLength % 8 !== 0) return 'the manifest has half a number in its head';
  const [step, ...scalars] = new Float64Array(head.buffer);
  const hashes = new Uint32Array(words.buffer);
  const { model, microBatch } = state.value.config;
  const parameters = { length: compile(model, microBatch).parameterCount };
  const root = rootDigest({ parameters, step, scalars: new Float64Array(scalars) }, hashes);
  if (stateDigest(root, state.value) !== digest) return 'the offered state does not have the agreed digest';
  if (hashes.length !== 2 * blockCount(parameters.length)) return 'the manifest has another number of blocks';
  return { digest, state: state.value, head, hashes };
}
