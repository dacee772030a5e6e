// Step times with DDP's buckets, this app's, and measured ones (S18), in turns within one run of a ring.
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { BucketSettings } from '../run/live-settings';
import { timed, type TrialReplica, type TrialRing } from './what-if-trial';

export interface BucketRow {
  readonly name: string;
  readonly firstBytes: number;
  readonly capBytes: number;
  /** Median of the turns. */
  readonly stepMs: number;
}

/** Two looks at the records: the first may find a member that has not measured. */
const stepsToMeasure = 40;

/** Three replicas. */
export async function bucketTurns<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
  steps: number,
  turns: number,
): Promise<readonly BucketRow[]> {
  const observer = ring.add();
  ring.add();
  ring.add();
  await ring.until('a ring of three', () => observer.member.membership.view?.members.length === 3);
  ring.submit({ kind: 'set-network', network: { ...noEmulation, everyEdge: line } });
  const { buckets } = ring.config;
  // Links measure their rate on large frames.
  const ddp: BucketSettings = { ...buckets, firstBytes: 1 << 20, capBytes: 25 << 20 };
  ring.submit({ kind: 'set-buckets', buckets: { ...ddp, mode: 'measured' } });
  ring.submit({ kind: 'start' });
  await timed(ring, observer, 3, stepsToMeasure);
  const measured = observer.member.trainer.state?.buckets ?? ddp;
  if (measured.capBytes === ddp.capBytes)
    throw new Error('no other size was chosen: none is a tenth better, or a line is not measured');
  const kinds: readonly (readonly [string, BucketSettings])[] = [
    ['DDP’s: 1 MiB, 25 MiB', ddp],
    ['ours: 64 KiB, 512 KiB', { ...buckets, firstBytes: 64 << 10, capBytes: 512 << 10 }],
    ['measured', measured],
  ];
  const times = kinds.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [at, [, each]] of kinds.entries()) {
      ring.submit({ kind: 'set-buckets', buckets: each });
      times[at].push(await timed(ring, observer, 3, steps));
    }
  return kinds.map(([name, { firstBytes, capBytes }], at) => ({
    ...{ name, firstBytes, capBytes },
    stepMs: times[at].toSorted((a, b) => a - b)[turns >> 1],
  }));
}
