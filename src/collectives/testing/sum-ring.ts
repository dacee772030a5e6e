// Members that sum one bucket each by the path and the codec of a plan, over links that interleave at random.
import { logged } from '../../base/sayings';
import { ManualClock } from '../../base/clock';
import type { Codec } from '../../codecs/codec';
import type { MemberId, View } from '../../membership/view';
import { decodeFrame } from '../../net/frame/frame';
import { Collective } from '../collective';
import { GatheredSum } from '../gathered-sum';
import type { Offence } from '../offence';
import { readReduceFrame, type ReduceFrame } from '../reduce-frame';
import { isTreePath, type SumPath, type Topology } from '../topology';
import { TestFabric } from './fabric';

export interface SumMember {
  readonly id: MemberId;
  readonly local: Float32Array;
  readonly result: Float32Array;
  /** What the codec dropped here, in units of `unit`. */
  readonly dropped: Float32Array;
  readonly collective: Collective | GatheredSum;
}

export interface SumRingOptions {
  readonly view: View;
  readonly path: SumPath;
  /** Gathered, as f32 (C12). */
  readonly order?: Topology;
  /** Undefined: as f32. */
  readonly codec: Codec | undefined;
  readonly exponent: number;
  /** The unit of what is dropped; 1 when absent. */
  readonly unit?: number;
  /** The parts by rank. */
  readonly parts: readonly Float32Array[];
  /** Default: all members. */
  readonly contributors?: readonly MemberId[];
  readonly judge?: (values: Float32Array, members: readonly MemberId[]) => string | undefined;
  readonly offset?: number;
  /** Gathered (S25). */
  readonly isBounded?: boolean;
  readonly seed: number;
}

export class SumRing {
  readonly fabric: TestFabric;
  readonly clock = new ManualClock();
  readonly offences: (Offence & { readonly by: MemberId })[] = [];
  readonly members: readonly SumMember[];

  constructor({ view, path, codec, exponent, parts, seed, ...options }: SumRingOptions) {
    const { contributors = view.members, judge, order, offset = 0, unit = 1, isBounded = false } = options;
    this.fabric = new TestFabric(seed);
    this.members = view.members.map((id, rank) => {
      const local = parts[rank];
      const result = new Float32Array(local.length).fill(NaN);
      const dropped = new Float32Array(local.length).fill(isTreePath(path) ? 0 : NaN);
      const common = {
        ...{ view, self: id, local, result, offset, clock: this.clock },
        key: { lineage: view.lineage, generation: 3, step: 7, bucket: 2 },
        send: (to: MemberId, bytes: Uint8Array) => this.fabric.send(id, to, bytes),
        report: (offence: Offence) => void this.offences.push({ ...offence, by: id }),
        ...(judge ? { judge } : {}),
      };
      const compression = codec && { codec, exponent, dropped, unit };
      const collective = isTreePath(path)
        ? new Collective({
            ...common,
            collective: 'all-reduce',
            topology: path,
            ...(compression ? { compression } : {}),
          })
        : new GatheredSum({
            ...{ ...common, path, contributors, isBounded },
            ...(compression ? { compression } : {}),
            ...(order ? { order } : {}),
          });
      this.fabric.attach(id, (from, bytes, consume) => collective.receive(readFrame(from, bytes, consume)));
      return { id, local, result, dropped, collective };
    });
  }

  /** Starts those that have not been started, and delivers until nothing moves. */
  async run(): Promise<void> {
    for (const { collective } of this.members) collective.start();
    await this.fabric.run();
  }

  /** All sums become whole; no frame is left over. */
  async finish(): Promise<void> {
    await this.run();
    await Promise.all(this.members.map(({ collective }) => collective.done));
    if (this.fabric.unconsumed() > 0) throw new Error(`${this.fabric.unconsumed()} frames are not consumed`);
  }

  /** The failures by rank; undefined: the sum of that rank became whole. Those that still wait are aborted. */
  async failures(): Promise<(Error | undefined)[]> {
    for (const { collective } of this.members) collective.abort(new Error('over'));
    const outcomes = await Promise.allSettled(this.members.map(({ collective }) => collective.done));
    return outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Error) : undefined));
  }
}

export function readFrame(from: MemberId, bytes: Uint8Array, consume: () => void): ReduceFrame {
  const frame = decodeFrame(bytes);
  if (!frame.ok) throw new Error(logged(frame.error.says));
  const read = readReduceFrame(from, frame.value, consume);
  if (!read.ok) throw new Error(logged(read.error.says));
  return read.value;
}
