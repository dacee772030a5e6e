import { expect, test } from 'vitest';
import { HelperChoice } from '../../../src/model/simd/helper-choice';
import { afterTrial } from './after-trial';

test.each([
  [{ together: 10, alone: 20 }, false],
  [{ together: 20, alone: 10 }, true],
])('%j: every run after the check is of the kind that was chosen', async (times, isAlone) => {
  const choice = new HelperChoice();
  const kinds: boolean[] = [];
  let nowMs = 0;
  const run = (): Promise<void> => {
    kinds.push(choice.isAlone);
    const ms = choice.isAlone ? times.alone : times.together;
    choice.took(ms, 1, (nowMs += ms));
    return Promise.resolve();
  };
  const checked = [Float32Array.of(1)];
  const contender = afterTrial({ check: () => run().then(() => checked), run, dispose: () => undefined });

  expect(await contender.check()).toBe(checked);
  expect(kinds).toContain(true);
  kinds.length = 0;
  for (let timed = 0; timed < 30; timed++) await contender.run();
  expect(kinds).toEqual(Array<boolean>(30).fill(isAlone));
});
