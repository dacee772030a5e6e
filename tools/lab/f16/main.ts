// The page of the half-precision checks, run by `npm test` in Firefox, whose software adapter has shader-f16.
import { logged } from '../../../src/base/sayings';
import { acquireDevice } from '../../../src/gpu/device';
import { f16Checks } from './checks';

window.runF16Checks = async () => {
  try {
    const acquired = await acquireDevice();
    if (!acquired.ok) throw new Error(logged(acquired.error.says));
    const context = acquired.value;
    await window.f16Report({ kind: 'adapter', name: context.adapterName, browser: navigator.userAgent });
    if (!context.f16) throw new Error(`${context.adapterName} has no shader-f16`);
    for (const { name, run } of f16Checks) {
      const startMs = performance.now();
      let lines: readonly string[] = [];
      let problem: string | null = null;
      try {
        lines = await run(context);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      await window.f16Report({ kind: 'check', name, lines, problem, ms: performance.now() - startMs });
    }
    await window.f16Report({ kind: 'end', error: null });
  } catch (error) {
    await window.f16Report({ kind: 'end', error: error instanceof Error ? error.message : String(error) });
  }
};
