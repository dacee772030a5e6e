import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumArgs } from './scripts/chromium-args.mjs';
import { findBrowser } from './scripts/find-browser.mjs';
import { isolationHeaders } from './src/server/isolation-headers.mjs';

// Two projects. `node`: pure cores and the CPU backend. `gpu`: real WebGPU in a real Chromium with its
// software adapter; a missing adapter fails there, it never skips.

/** The longest file is one of the smallest, and would run last and alone: in front, the others run beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('/simulated-ring.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          testTimeout: 120_000,
          // A guard only: one second, the default, is short for real sockets on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          // Modules hold no state: loaded once a worker, which halves the stage.
          isolate: false,
          include: ['src/**/*.test.ts', 'app/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', '*.test.ts'],
          exclude: ['**/*.gpu.test.ts', 'node_modules/**'],
        },
      },
      {
        server: { headers: isolationHeaders },
        test: {
          name: 'gpu',
          // The ops' SIMD kernels too: Chromium knows relaxed SIMD, and Node 20 does not.
          include: ['{src,app}/**/*.gpu.test.ts', 'src/ops/**/{simd-*,*-simd}.test.ts'],
          // Benchmarks run when asked for: VITE_BENCH=1 npx vitest run --project gpu <file>.
          exclude: process.env.VITE_BENCH
            ? ['node_modules/**']
            : ['**/*.bench.gpu.test.ts', 'node_modules/**'],
          testTimeout: 300_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findBrowser('chromium'), args: chromiumArgs },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
