import { expect, test } from 'vitest';
import { settled } from './drive-clock';

/** How many of 100 promises in a row have settled once `settled` has, where `call` calls it. */
function depthAt(call: (action: () => void) => void): Promise<number> {
  return new Promise((resolve) =>
    call(() => {
      let depth = 0;
      const deeper = async (): Promise<void> => {
        for (; depth < 100; depth++) await undefined;
      };
      void deeper();
      void settled().then(() => resolve(depth));
    }),
  );
}

test.each([
  ['a microtask', (action: () => void) => queueMicrotask(action)],
  ['a timer', (action: () => void) => void setTimeout(action, 0)],
  ['a turn of the event loop', (action: () => void) => void setImmediate(action)],
])('all promises settle, however deep, where %s asks for it', async (_, call) => {
  expect(await depthAt(call)).toBe(100);
});
