// How many frames of each type a peer may send (L19): far more than any honest peer does.
import type { Clock } from '../../base/clock';
import type { FrameType } from '../../net/frame/frame';
import type { MemberId } from '../../membership/view';
import type { BucketRule } from '../../base/token-bucket';
import { PeerBudget, type Allowance } from './peer-budget';

/** Parts of sums, states and data are bounded by credit and by who asked for them. Membership messages (M15) and signals
 *  (R15) have budgets of their own. */
type BoundedElsewhere = 'reduce' | 'state' | 'shard' | 'membership' | 'signal';

export const frameRules = {
  /** A flood of 64 members passes on all records of a round over each link. */
  record: { capacity: 20_000, perSecond: 4_000 },
  /** Requests of at most 16 blocks or pieces each. Who fetches a large state at 64 MiB/s asks 512 times a second, and
   *  tells others that fetch it 1,024 times what it has (J5): blocks without vectors are 16 KiB. */
  request: { capacity: 8_000, perSecond: 2_048 },
  /** Hellos, whose configuration is compiled. What is beyond waits (PeerFrames): the last hello counts. */
  hello: { capacity: 60, perSecond: 10 },
  /** All members pass on a command to all; each new one costs a check of its signature. */
  command: { capacity: 600, perSecond: 120 },
  data: { capacity: 1_000, perSecond: 200 },
  timeline: { capacity: 60, perSecond: 10 },
  transfers: { capacity: 60, perSecond: 10 },
  curve: { capacity: 60, perSecond: 10 },
  /** All answers of 64 members over each link; at most four documents a second (D6), each said, asked for and given. */
  room: { capacity: 300, perSecond: 40 },
} satisfies Record<Exclude<FrameType, BoundedElsewhere>, BucketRule>;

type Counted = keyof typeof frameRules;

export class FrameBudgets {
  readonly #budgets: ReadonlyMap<FrameType, PeerBudget>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#budgets = new Map(
      (Object.keys(frameRules) as Counted[]).map((type) => [type, new PeerBudget(frameRules[type], clock)]),
    );
  }

  spend(peer: MemberId, type: FrameType): Allowance {
    return this.#budgets.get(type)?.spend(peer) ?? 'taken';
  }
}
