// One process of `npm run test:seeds`: lives the seeds that it is sent, one after another, and reports each life.
import { liveRandomly, type LifeReport } from '../../src/train/testing/random-life';

export type ToSeedsWorker = { readonly kind: 'live'; readonly seed: number };

export type FromSeedsWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'lived'; readonly seed: number; readonly life: SeedLife };

export interface SeedLife extends Omit<LifeReport, 'ring' | 'seed'> {
  readonly failure?: string;
  /** The rest of the failure's text: the state of every replica. */
  readonly details?: string;
  readonly cpuMs: number;
}

function send(message: FromSeedsWorker): void {
  process.send!(message);
}

async function live(seed: number): Promise<SeedLife> {
  const before = process.cpuUsage();
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    const { ring, ...report } = await liveRandomly(seed);
    ring.verify();
    await ring.end();
    return { ...report, cpuMs: cpuMs() };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const [failure, ...details] = text.split('\n');
    const nothing = {
      commits: 0,
      faults: [],
      counts: {} as never,
      retries: 0,
      catchUps: 0,
      lineages: 0,
      views: 0,
      changedWays: 0,
      groupedSteps: 0,
    };
    const rest = { mostMembers: 0, isStranded: false, history: 'failed', cpuMs: cpuMs() };
    return {
      ...nothing,
      ...rest,
      failure: `${failure} ${details[0] ?? ''}`.trim(),
      details: details.join('\n'),
    };
  }
}

process.on('message', (message: ToSeedsWorker) => {
  void live(message.seed).then((life) => send({ kind: 'lived', seed: message.seed, life }));
});
process.on('disconnect', () => process.exit(1));
send({ kind: 'ready' });
