// The snapshot of a replica that has not begun. It has a file of its own because the page shows it before any engine is
// loaded.
import { noEmulation } from '../../net/emulation/no-emulation';
import type { OwnView, Phase, Snapshot } from '../protocol';
import type { RingView } from '../ring-view';

/** A replica in no ring. Without the makers of ring-view.ts, which the page does not load before it is in a room. */
const noRing: RingView = {
  lineage: '',
  generation: 0,
  ringPhase: 'outside',
  changes: [],
  step: 0,
  parameterCount: 0,
  lockstep: 'checking',
  terms: 1,
  effectiveBatch: 0,
  learningRate: 0,
  examplesTotal: 0,
  curve: [],
  ring: [],
  edges: [],
};

/** The snapshot before a replica exists. */
export function emptySnapshot(self: string, phase: Phase, isHost: boolean): Snapshot {
  const own: OwnView = {
    phase,
    self,
    isHost,
    config: undefined,
    flopPerTerm: undefined,
    bucketTimes: undefined,
    factorBytes: undefined,
    sumBytesPerSecond: undefined,
    residualShare: undefined,
    sentShare: undefined,
    loneTrial: undefined,
    engine: undefined,
    forkedAfterStep: undefined,
    forkCheckpoint: undefined,
    best: undefined,
    worldSize: 0,
    peers: [],
    digest: '',
    buckets: undefined,
    sync: undefined,
    batch: undefined,
    localBatch: 0,
    network: noEmulation,
    room: undefined,
    answersSoFar: [],
    ownAnswer: undefined,
    lobby: [],
    handOver: undefined,
    hasHostMoved: false,
    givenUp: 0,
    counters: { retries: 0, catchUps: 0, droppedFrames: 0, viewChanges: 0 },
    noise: undefined,
    alarm: undefined,
    suspended: [],
    removed: [],
    devices: [],
    sharing: undefined,
    strangers: [],
    observers: 0,
  };
  return { ...noRing, ...own };
}
