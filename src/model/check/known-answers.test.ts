// Known answers (E20): every kind of call is asked, the loops answer right, and an engine whose one op lies is named.
import { describe, expect, test, vi } from 'vitest';
import type { OpCall } from '../../ops/op-call';
import { createCpuEngine } from '../cpu/cpu-engine';
import { endOf } from '../engine';
import { compile } from '../plan/plan';
import { createSimdEngine } from '../simd/simd-engine';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  linearPreset,
  mlpPreset,
  residualLayers,
} from '../presets';
import { presets } from '../../replica/presets';
import type { ModelSpec } from '../spec';
import { testCnn, testGpt, testMlp } from '../testing/models';
import { lyingEngine, type Lie } from '../testing/lying-engine';
import type { Target } from '../../ops/lowering';
import { allowedDifference } from './judge';
import { KnownAnswers } from './known-answers';
import { eachKnownCall } from './known-calls';
import { reducedCalls, reducedPlan, reducedRows, reducedSpec, reducedWidth } from './reduced-spec';

const text = { vocabulary: 65, dropout: 0.1, tied: true };
const models: readonly ModelSpec[] = [
  linearPreset([28, 28], 10),
  mlpPreset([28, 28], 10, [128, 64], 'relu'),
  mlpPreset([2], 2, [64, 64, 64], 'tanh'),
  mlpPreset([784], 10, [512, 512], 'gelu'),
  cnnPreset([28, 28], 10, cnnSizes.medium),
  layersPreset([32, 32, 3], 10, residualLayers({ widths: [64, 128, 256], blocks: 2, groups: 8 })),
  gptPreset({ ...text, ...gptSizes.small }),
  gptPreset({ ...text, ...gptSizes.medium, tied: false, dropout: 0 }),
  gptPreset({ ...text, ...gptSizes.tiny, heads: 6 }),
  testMlp.spec,
  testCnn.spec,
  testGpt.spec,
  gptWithAdapters(6, [1, 2, 3, 4, 5, 6]),
  gptWithAdapters(6, [6]),
  { ...mlpPreset([28, 28], 10, [128, 64], 'relu'), name: 'mlp-frozen', frozenLayers: 2 },
  // A frozen layer has no backward pass, unlike its equal behind it.
  { ...mlpPreset([64], 10, [64, 64, 64, 64, 64, 64], 'relu'), name: 'mlp-frozen-repeats', frozenLayers: 3 },
  { ...cnnPreset([28, 28], 10, cnnSizes.medium), name: 'cnn-frozen', frozenLayers: 5 },
  {
    ...layersPreset([32, 32, 3], 10, residualLayers({ widths: [64, 128, 256], blocks: 2, groups: 8 })),
    name: 'residual-frozen',
    frozenLayers: 4,
  },
];

/** DistilGPT-2’s shape, with adapters on the matrices of some blocks. */
function gptWithAdapters(layers: number, blocks: readonly number[]): ModelSpec {
  const size = { vocabulary: 50_257, context: 128, channels: 768, heads: 12, layers };
  const dense = ['0.1.qkv', '0.1.out', '1.1', '1.2'];
  const weights = blocks.flatMap((block) => dense.map((name) => `layers.${block}.${name}.weight`));
  const name = `gpt-adapters-${blocks.length}`;
  return {
    ...gptPreset({ ...size, dropout: 0, tied: true }),
    name,
    adapters: { rank: 8, alpha: 16, weights },
  };
}

/** Even an engine that reaches only 10⁸ a second computes them in a tenth of a second. */
const mostFlops = 1e7;

const opsOf = (spec: ModelSpec, rows: number): string[] => {
  const { forward, backward } = compile(spec, rows);
  return opsIn([...forward, ...backward]);
};
const opsIn = (calls: readonly OpCall[]): string[] => {
  return [...new Set(calls.map(({ op }) => op))].sort();
};
const knownOf = new Map<ModelSpec, Promise<KnownAnswers>>();
const knownFor = (spec: ModelSpec): Promise<KnownAnswers> => {
  const known = knownOf.get(spec) ?? KnownAnswers.make(spec, 'f32');
  knownOf.set(spec, known);
  return known;
};
const ask = async (spec: ModelSpec, lie?: Lie): Promise<string | undefined> => {
  const honest = createCpuEngine(spec, 1);
  return (await knownFor(spec)).ask(lie ? lyingEngine(honest, lie) : honest);
};

describe.each(models.map((spec) => [spec.name, spec] as const))('%s', (_, spec) => {
  test('the reduced model has every op of the true one, is small, and the loops answer right', async () => {
    const plan = reducedPlan(spec);
    expect(opsIn([...plan.forward, ...plan.backward])).toEqual(opsOf(spec, 8));
    expect(plan.parameterCount + endOf(plan.base)).toBeLessThan(20_000);
    const startMs = performance.now();
    const known = await knownFor(spec);
    const madeMs = performance.now() - startMs;
    expect(await ask(spec)).toBeUndefined();
    console.info(
      `${spec.name}: ${known.calls} calls, ${plan.parameterCount} parameters, made in ${madeMs.toFixed(0)} ms, asked in ${(performance.now() - startMs - madeMs).toFixed(0)} ms`,
    );
  });
});

test.each(
  [...presets.map(({ config }) => config.model), ...models].map((spec) => [spec.name, spec] as const),
)('%s: the work of all answers is bounded, which keeps them within a second', (_, spec) => {
  const calls = reducedCalls(spec);
  const flops = calls.reduce((sum, call) => sum + call.flops, 0);
  const gpu: Target = {
    real: 'f32',
    ...{ maxInvocations: 256, maxWorkgroups: 65_535, maxStorageBuffers: 8 },
  };
  const dispatches = calls.reduce((sum, call) => sum + call.lower(gpu).calls.length, 0);
  console.info(`${spec.name}: ${calls.length} calls, ${dispatches} dispatches, ${flops} flops`);
  expect(calls.length).toBeLessThanOrEqual(128);
  expect(dispatches).toBeLessThanOrEqual(256);
  expect(flops).toBeLessThanOrEqual(mostFlops);
});

describe('data channels are read between two answers', () => {
  /** Every look at the clock finds that a piece has taken its time. */
  const slowClock = (): {
    readonly clock: { now(): number };
    readonly pauses: () => number;
    pause(): Promise<void>;
  } => {
    let [nowMs, pauses] = [0, 0];
    return {
      clock: { now: () => (nowMs += 10) },
      pauses: () => pauses,
      pause: () => {
        pauses++;
        return Promise.resolve();
      },
    };
  };

  test('they are made one by one, and judged one by one', async () => {
    const pieces = slowClock();
    const known = await KnownAnswers.make(testGpt.spec, 'f32', pieces);
    expect(known.calls).toBeGreaterThan(20);
    expect(pieces.pauses()).toBe(known.calls);
    expect(await known.ask(createCpuEngine(testGpt.spec, 1))).toBeUndefined();
    expect(pieces.pauses()).toBe(2 * known.calls);
  });

  test.each([
    ['plain loops', createCpuEngine],
    ['SIMD', createSimdEngine],
  ] as const)('an engine of %s on this thread computes one by one', async (_, create) => {
    const { known } = await knownFor(testGpt.spec);
    const engine = create(testGpt.spec, 1);
    let nowMs = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      const results = await engine.runCalls(known);
      expect(results).toHaveLength(known.length);
      expect(turns).toHaveBeenCalledTimes(known.length);
    } finally {
      now.mockRestore();
      turns.mockRestore();
    }
  });
});

test('a width keeps its remainder by four and stays ragged for the tiles', () => {
  for (let width = 1; width < 600; width++) {
    const reduced = reducedWidth(width);
    expect(reduced % 4).toBe(width % 4);
    expect(reduced).toBeLessThanOrEqual(Math.min(width, 12));
  }
});

describe('an engine whose one op lies', () => {
  const gpt = testGpt.spec;
  const ops = opsOf(gpt, reducedRows);

  test.each(ops)('%s: zeros, nothing at all, and one element off', async (op) => {
    for (const kind of ['zeros', 'nothing', 'off'] as const) {
      const said = await ask(gpt, { op, kind });
      expect(said, kind).toMatch(
        new RegExp(`^CPU \\(plain loops\\) gives a wrong answer: the result .+ of ${op}: `),
      );
    }
    expect(await ask(gpt, { op, kind: 'nothing' })).toMatch(/: nothing was written$/);
    expect(await ask(gpt, { op, kind: 'zeros' })).toMatch(/: all of it is zero$/);
  });

  test.each(opsOf(testCnn.spec, reducedRows))('%s of a CNN', async (op) => {
    expect(await ask(testCnn.spec, { op, kind: 'off' })).toContain(` of ${op}: `);
  });

  test.each(['matmul-tn', 'column-sum', 'embedding-tokens-backward', 'loss-sum'])(
    '%s assigns where it should add',
    async (op) => {
      expect(await ask(gpt, { op, kind: 'assigns' })).toContain(` of ${op}: off by `);
    },
  );

  test('just above the tolerance is refused, just below passes', async () => {
    const call = (each: { call: { op: string } }): boolean => each.call.op === 'matmul-nt';
    const plan = compile(reducedSpec(gpt), reducedRows);
    const first = [...eachKnownCall(plan, 'f32')].find(call)!;
    const [answer] = first.expected.values();
    const allowed = allowedDifference(first.call, answer, 'f32');
    const off = (by: number): Promise<string | undefined> =>
      ask(gpt, { op: 'matmul-nt', kind: 'off', by, only: 'first' });
    expect(await off(0.5 * allowed)).toBeUndefined();
    expect(await off(1.5 * allowed)).toContain('of matmul-nt: off by');
  });

  test('two ops: the first is named, the other counted', async () => {
    const honest = createCpuEngine(gpt, 1);
    const lying = lyingEngine(lyingEngine(honest, { op: 'attention-forward', kind: 'off' }), {
      op: 'layer-norm-forward',
      kind: 'off',
    });
    const said = await (await KnownAnswers.make(gpt, 'f32')).ask(lying);
    expect(said).toMatch(/of layer-norm-forward \(and of 1 more\): off by/);
  });
});
