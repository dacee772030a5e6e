import { expect, test } from 'vitest';
import { activationBackwardCall } from '../../ops/activation/activation';
import { matmul } from '../../ops/matmul/matmul';
import type { OpCall } from '../../ops/op-call';
import { randomReals } from '../../ops/testing/random-reals';
import { gptPreset, gptSizes, mlpPreset } from '../presets';
import { fuseSlopes } from './fuse-slopes';
import { compile } from './plan';

const [m, n, k] = [3, 4, 5];
const product = (out: string, accumulate = false): OpCall =>
  matmul({ layout: 'nt', a: 'a', b: 'b', out, m, n, k, accumulate });
const slope = activationBackwardCall({ activation: 'gelu', saved: 'z', dy: 'dy', dx: 'dz', length: m * n });
const other = (lists: Partial<Pick<OpCall, 'reads' | 'writes' | 'updates'>>): OpCall => ({
  ...{ op: 'other', reads: [], writes: [], updates: [], flops: 0 },
  lower: () => ({ calls: [], scratch: 0 }),
  reference: () => undefined,
  ...lists,
});

test('a slope moves into the product before it, with the same bits and one tensor less', () => {
  const between = other({ reads: ['a'], updates: ['gradient'] });
  const calls = [product('dy'), between, slope];
  const fused = fuseSlopes(calls);
  expect(fused).toEqual([expect.objectContaining({ op: 'matmul-nt', writes: ['dz'] }), between]);
  expect(fused[0].reads).toEqual(['a', 'b', 'z']);

  const run = (list: readonly OpCall[]): Float32Array => {
    const tensors: Record<string, Float32Array> = {
      a: randomReals(m * k, 'a'),
      b: randomReals(n * k, 'b'),
      z: randomReals(m * n, 'z'),
      dy: new Float32Array(m * n),
      dz: new Float32Array(m * n),
    };
    for (const call of list)
      call.reference({ reals: (name) => tensors[name], integers: () => new Uint32Array() });
    return tensors.dz;
  };
  expect(run(fused)).toEqual(run(calls));
  expect(run(fused).some((value) => value !== 0)).toBe(true);
});

test.each([
  ['another call reads dy', [product('dy'), other({ reads: ['dy'] }), slope]],
  ['another call adds to dy', [product('dy'), other({ updates: ['dy'] }), slope]],
  ['z is recomputed after the product', [product('dy'), other({ writes: ['z'] }), slope]],
  ['dz is in use before', [product('dy'), other({ reads: ['dz'] }), slope]],
  ['the product accumulates', [other({ writes: ['dy'] }), product('dy', true), slope]],
  ['dy comes from outside the list', [slope]],
  ['dy comes from a call that cannot', [other({ writes: ['dy'] }), slope]],
])('it stays where it is when %s', (_, calls) => {
  expect(fuseSlopes(calls)).toEqual(calls);
});

test('no activation is left on its own in an mlp; a gpt, also with checkpoints, has no pointwise GELU', () => {
  const left = (calls: readonly OpCall[]): string[] =>
    calls.map(({ op }) => op).filter((op) => /relu|gelu/.test(op));
  const mlp = compile(mlpPreset([6], 3, [5, 4], 'relu'), 2);
  const gpt = gptPreset({ ...gptSizes.tiny, layers: 2, vocabulary: 11, dropout: 0, tied: true });
  for (const plan of [mlp, compile(gpt, 2), compile(gpt, 2, { checkpoints: true })])
    expect(left([...plan.forward, ...plan.backward])).toEqual([]);
});
