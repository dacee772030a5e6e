// Replicas in one room over one access point's air, modelled (shared-air.ts). Two train, all others come within two
// seconds, and the ring continues meanwhile. Computing, sending and agreeing are real, and every commit is compared with
// the others' (S1, S2). Time is simulated. Opening connections (ICE, DTLS) is not part of the model.
import { prng } from '../../base/prng';
import { homeWifi, SharedAir } from '../../net/testing/shared-air';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

/** Simulated; measured: 3 s for six newcomers, 4.3 s for 16, 9.5–12 s for 28. */
export const mostJoinSeconds = 20;

export interface WifiReport {
  readonly replicas: number;
  /** The seconds from the first newcomer's arrival until all hold the state and take part. */
  readonly joinedSeconds: number;
  /** Committed in that time. */
  readonly stepsMeanwhile: number;
  readonly longestGapSeconds: number;
  /** And after all had joined. */
  readonly stepsAfter: number;
  readonly views: number;
  /** The bytes on the air, per node, headers included, until all had joined. */
  readonly kibPerNode: number;
  /** Share of that time in which the air was in use. */
  readonly airShare: number;
}

const arrivalsMs = 2_000;
const afterSteps = 2;
const limitMs = 120_000;

/** `report` is called once a simulated second with the progress. */
export async function joinOverWifi(
  replicas: number,
  seed: number,
  report: (line: string) => void = () => undefined,
): Promise<WifiReport> {
  const random = prng('wifi', seed);
  const air = new SharedAir(homeWifi, prng('air', seed));
  const ring = new SimulatedRing({
    seed,
    config: { ...testConfig, steps: 1_000_000, evaluateEvery: 0 },
    conditions: { delayMs: 1, jitterMs: 2, air },
    isSparse: true,
    computeMs: (r) => 30 + r.below(30),
  });
  const first = ring.add();
  ring.add();
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('ten steps', () => first.steps.length >= 10);

  const startMs = ring.clock.now();
  const [bytesBefore, busyBefore, stepsBefore] = [air.bytes, air.busyMs, ring.history.size];
  let [lastMs, known, longestGapMs] = [startMs, ring.history.size, 0];
  const note = (): void => {
    const nowMs = ring.clock.now();
    if (ring.history.size === known) return;
    longestGapMs = Math.max(longestGapMs, nowMs - lastMs);
    [lastMs, known] = [nowMs, ring.history.size];
  };
  const atMs = Array.from({ length: replicas - 2 }, () => startMs + random.float() * arrivalsMs).sort(
    (a, b) => a - b,
  );
  let come = 0;
  let saidMs = startMs;
  const isJoined = (): boolean => {
    note();
    if (ring.clock.now() >= saidMs + 1_000) {
      saidMs += 1_000;
      const inView = first.member.membership.view?.members.length;
      const isCatchingUp = ring.living.filter(({ member }) => member.trainer.catchUp).length;
      report(
        `${Math.round((saidMs - startMs) / 1000)} s: ${come + 2} came, ${inView} in the view, ${isCatchingUp} catching up, step ${known}`,
      );
    }
    while (come < atMs.length && ring.clock.now() >= atMs[come]) {
      ring.add();
      come++;
    }
    return come === atMs.length && ring.isOneRing(replicas) && ring.living.every(takesPart);
  };
  for (const ms of atMs) ring.clock.after(ms - startMs, () => undefined);
  const takesPart = ({ steps, id }: (typeof ring.replicas)[number]): boolean =>
    (steps.at(-1)?.contributions[id] ?? 0) > 0;
  await ring.until(`all of ${replicas} in`, isJoined, limitMs);
  const joinedMs = ring.clock.now() - startMs;
  const [kib, busyMs] = [(air.bytes - bytesBefore) / 1024, air.busyMs - busyBefore];
  const stepsMeanwhile = ring.history.size - stepsBefore;
  const enough = ring.history.size + afterSteps;
  await ring.until('steps of all', () => ring.history.size >= enough);
  ring.verify();
  return {
    replicas,
    joinedSeconds: joinedMs / 1000,
    stepsMeanwhile,
    longestGapSeconds: longestGapMs / 1000,
    stepsAfter: ring.history.size - stepsBefore - stepsMeanwhile,
    views: first.member.viewChanges,
    kibPerNode: kib / replicas,
    airShare: busyMs / joinedMs,
  };
}
