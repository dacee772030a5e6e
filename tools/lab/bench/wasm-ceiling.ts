// The best of SIMD WebAssembly, on one worker or on one per core at once. First it finds the fastest number
// of chains and the faster form (mul and add, or relaxed_madd where the browser has it).
import { assert } from '../../../src/base/assert';
import type { Resource } from '../reports/bench-report';
import { fastestMs, type Ceiling } from './ceiling';
import { multiplyAddModule, stepsPerRound, type ChainForm, type MultiplyAdd } from './multiply-add-module';
import { requireThreads } from './threads';
import type { CeilingJob } from './wasm-ceiling-worker';

const forms = [4, 6, 8, 10, 12].flatMap((chains) =>
  [false, true].map((isRelaxed): ChainForm => ({ chains, isRelaxed })),
);
/** Short, so that a quiet moment is found. The engine compiles a function well only after some calls of it. */
const probeMs = 2;
const probes = 40;
const targetMs = 20;

export async function createWasmCeiling(resource: Resource): Promise<Ceiling> {
  const threads = requireThreads(resource);
  const rates = new Map<ChainForm, number>(); // flops per ms
  for (const form of forms) {
    const bytes = multiplyAddModule(form);
    if (!WebAssembly.validate(bytes)) continue;
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const multiplyAdd = instance.exports.multiply_add as MultiplyAdd;
    const run = (rounds: number) => (): Promise<void> => Promise.resolve(void multiplyAdd(rounds, 0.5));
    let rounds = 1000;
    const firstMs = await fastestMs(run(rounds), 3);
    rounds = Math.max(1, Math.round((rounds * probeMs) / Math.max(firstMs, 0.01)));
    rates.set(form, flopsOf(form, rounds) / (await fastestMs(run(rounds), probes)));
  }
  const best = fastest(rates, () => true);
  assert(best, 'there is a form');
  const words = [false, true].flatMap((isRelaxed) => {
    const one = fastest(rates, (form) => form.isRelaxed === isRelaxed);
    if (!one) return [];
    const gflops = (one.rate / 1e6).toFixed(0);
    return `${isRelaxed ? 'relaxed_madd' : 'mul and add'} ${gflops} GFLOP/s`;
  });
  const about = `${threads}; on one of them ${words.join(', ')}`;
  const rounds = Math.max(1, Math.round((targetMs * best.rate) / flopsOf(best.form, 1)));
  const crew = await createCrew(resource === 'threads' ? navigator.hardwareConcurrency : 1);
  const module = multiplyAddModule(best.form);
  return {
    about,
    flops: flopsOf(best.form, rounds) * crew.size,
    multiplyAdd: () => crew.all({ kind: 'multiply-add', module, rounds }),
    async copy(bytes, repeats) {
      await crew.all({ kind: 'allocate', bytes: Math.ceil(bytes / 2 / crew.size) });
      return { run: () => crew.all({ kind: 'copy', repeats }), dispose: () => undefined };
    },
  };
}

function flopsOf({ chains }: ChainForm, rounds: number): number {
  return 8 * chains * stepsPerRound * rounds;
}

function fastest(
  rates: ReadonlyMap<ChainForm, number>,
  counts: (form: ChainForm) => boolean,
): { readonly form: ChainForm; readonly rate: number } | undefined {
  const [best] = [...rates].filter(([form]) => counts(form)).sort(([, a], [, b]) => b - a);
  return best && { form: best[0], rate: best[1] };
}

interface Crew {
  readonly size: number;
  /** Every worker does the job, at the same time. */
  all(job: CeilingJob): Promise<void>;
}

async function createCrew(size: number): Promise<Crew> {
  const workers = Array.from(
    { length: size },
    () => new Worker(new URL('./wasm-ceiling-worker.ts', import.meta.url), { type: 'module' }),
  );
  const answered = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = ({ message }) => reject(new Error(`a ceiling's worker: ${message}`));
    });
  await Promise.all(workers.map(answered)); // each says when its script has run
  return {
    size,
    async all(job) {
      const answers = workers.map(answered);
      for (const worker of workers) worker.postMessage(job);
      await Promise.all(answers);
    },
  };
}
