import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { ddpCases } from './ddp-cases';
import { parseDdpOptions } from './ddp-options';
import { ddpLine, ddpText, warmSteps } from './ddp-report';

const turn = (...walls: number[]) => [...Array.from({ length: warmSteps }, () => 1e6), ...walls];
const ours = (...walls: number[]) =>
  turn(...walls).map((wallMs) => ({
    wallMs,
    computeMs: wallMs / 2,
    exposedMs: wallMs / 4,
    otherMs: wallMs / 8,
  }));

test('a line is the median step after the first ones, and what PyTorch needs of it', () => {
  const line = ddpLine(ddpCases.mlp, [ours(40, 44, 48), ours(42, 46)], [turn(10, 20, 30)]);
  expect(line).toMatchObject({ ours: 44, goal: 60, unit: 'ms', runs: 2 });
  expect(line.parts).toEqual({
    computing: 22,
    'communication that nothing hid': 11,
    rest: 5.5,
    PyTorch: 20,
    'times as long': 2.2,
  });
  expect(ddpText(line)).toContain('44 ms a step (goal 60)');
});

test('without PyTorch there is no goal, and that is said', () => {
  const line = ddpLine(ddpCases.gpt, [ours(40, 42)], []);
  expect(line).not.toHaveProperty('goal');
  expect(line.parts).not.toHaveProperty('PyTorch');
  expect(ddpText(line)).toContain('PyTorch is not installed');
});

test('options', () => {
  const parsed = (...args: string[]): unknown => {
    const result = parseDdpOptions(args);
    if (!result.ok) return inEnglish(result.error.says);
    return result.value.kind === 'run' ? result.value.options : 'help';
  };
  expect(parsed()).toEqual({ cases: ['mlp', 'cnn', 'gpt'], runs: 3, steps: 60, codec: 'f32', json: false });
  expect(parsed('--only', 'gpt,mlp', '--codec', 'int8', '--json')).toMatchObject({
    cases: ['gpt', 'mlp'],
    codec: 'int8',
    json: true,
  });
  expect(parsed('--only', 'rnn')).toBe("--only is of mlp, cnn, gpt; not 'rnn'");
});
