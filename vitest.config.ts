import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumArgs } from './scripts/chromium-args.mjs';
import { appRuntime } from './scripts/app-runtime-plugin.mjs';
import { findBrowser } from './scripts/find-browser.mjs';
import { words } from './scripts/words/words-plugin.mjs';
import { isolationHeaders } from './src/server/isolation-headers.mjs';

// Projects. `node`: pure cores and the CPU backend. `gpu`: real WebGPU in a real Chromium with its software adapter; a missing
// adapter fails there, it never skips. `long` and `gpu-long`: the same, in minutes (`npm run test:long`).

/** Files of three core seconds and more, the longest first. Many are small, and the usual order would begin them last,
 *  with no others left to run beside them. */
const longFiles = [
  // Its Workers need memories of their own: later, those of the files before it may not be collected yet.
  'src/replica/worker/device-replicas.gpu.test.ts',
  'src/replica/worker/named-base.test.ts',
  'src/train/testing/large-ring.test.ts',
  'app/lessons/lessons.test.ts',
  'app/panels/sum/recorded-sum.test.ts',
  'src/cli/replica/replica.test.ts',
  'src/model/simd/engine-in-worker.test.ts',
  'src/train/testing/faults.test.ts',
  'src/train/testing/attacks/views.test.ts',
  'src/train/testing/attacks/one-receiver.test.ts',
  'src/server/http-gate.test.ts',
  'src/train/testing/attacks/accusing-in-turn.test.ts',
  'src/train/testing/attacks/two-records.test.ts',
  'src/train/testing/attacks/settings-at-edges.test.ts',
  'src/net/signalling/signalling-socket.test.ts',
  'src/collectives/all-gather-records.test.ts',
  'src/train/testing/attacks/stops-in-sums.test.ts',
  'src/train/testing/bounded-ring.test.ts',
  'src/train/testing/lone-trials.test.ts',
  'src/replica/worker/snapshot.test.ts',
  'src/collectives/collectives.test.ts',
  'src/collectives/compressed-sum.test.ts',
  'src/train/testing/simulated-ring.test.ts',
  'src/train/testing/exactness.test.ts',
  'src/train/testing/failing-seeds.test.ts',
  'src/train/testing/attacks/removed-replica.test.ts',
  'src/net/signalling/observe-room.test.ts',
  'src/train/testing/poison.test.ts',
  'src/train/testing/catch-up-limits.test.ts',
  'src/train/testing/ring-order.test.ts',
  'src/optim/update/update.test.ts',
  'src/train/testing/attacks/false-values.test.ts',
  'src/train/testing/missing-link.test.ts',
  'src/train/testing/compressed-ring.test.ts',
  'src/membership/exhaustive.test.ts',
  'src/codecs/codecs.test.ts',
  'src/net/signalling/signalling.test.ts',
  'src/data/text.test.ts',
  'src/train/metrics/noise-scale.test.ts',
  'src/train/share/data-share.test.ts',
  'src/train/testing/union-batch.test.ts',
  'src/train/metrics/divergence-alarm.test.ts',
  'src/data/large-text.test.ts',
  'src/codecs/self-test.test.ts',
  'src/train/catch-up/catch-up.test.ts',
  'src/collectives/collective.test.ts',
  'src/train/reduce/residual.test.ts',
  'src/membership/membership.test.ts',
  'src/train/catch-up/missed-step.test.ts',
  'src/data/import/import-files.test.ts',
];

const equalBits = ['src/base/testing/equal-bits.ts'];

const inNode = {
  environment: 'node',
  setupFiles: [...equalBits, 'app/testing/english-after-each.ts'],
  globalSetup: 'src/base/testing/temporary-folder.ts',
  testTimeout: 120_000,
  // Ten seconds, the default, are short for a server that starts on a busy machine.
  hookTimeout: 60_000,
  // A guard only: one second, the default, is short for real sockets on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  // Modules hold no state: loaded once a worker, which halves the stage.
  isolate: false,
  // Room for young objects, in MB: a simulated ring makes many, and collecting them took a seventh of its time. Functions
  // are compiled when they first run, as most files are over before V8 would compile them: that is three per cent less work.
  // They are optimised later than usual: a quarter of all time went into that and collecting, and half as much is enough.
  execArgv: [
    '--min-semi-space-size=16',
    '--max-semi-space-size=64',
    '--always-sparkplug',
    '--interrupt-budget=300000',
  ],
};

/** The files of which `npm test` takes some cases, and the long tests every one: src/base/testing/every-case.ts. */
function sweeps(): string[] {
  const files = ['src', 'app'].flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true }).map((file) => path.posix.join(folder, file)),
  );
  return files.filter(
    (file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes("/every-case'"),
  );
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? longFiles.length : place;
    };
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Figures that a test prints are shown when it fails, or with `--silent=false`.
    silent: 'passed-only',
    projects: [
      {
        plugins: [words(), appRuntime()],
        test: {
          ...inNode,
          name: 'node',
          include: ['{src,tools,scripts}/**/*.test.ts', 'app/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: ['**/*.gpu.test.ts', '**/*.long.test.ts', 'node_modules/**'],
        },
      },
      {
        plugins: [words()],
        test: {
          ...inNode,
          name: 'long',
          include: ['{src,app,tools}/**/*.long.test.ts', ...sweeps()],
          env: { LOCKSTEP_EVERY_CASE: '1' },
        },
      },
      inChromium(
        'gpu',
        ['{src,app,tools}/**/*.gpu.test.ts', 'src/ops/**/{simd-*,*-simd}.test.ts'],
        ['**/*.long.gpu.test.ts'],
      ),
      inChromium('gpu-long', ['{src,app,tools}/**/*.long.gpu.test.ts'], []),
    ],
  },
});

/** A project on WebGPU: tests in a page of Chromium. */
function inChromium(name: string, include: string[], exclude: readonly string[]): TestProjectConfiguration {
  return {
    plugins: [words()],
    server: { headers: isolationHeaders },
    // What Workers import too: a package found while tests run makes Vite load the page again.
    optimizeDeps: {
      entries: ['src/**/*-entry.ts', 'src/**/testing/*-worker.ts', '{app,tools}/**/*.gpu.test.ts'],
    },
    test: {
      name,
      setupFiles: equalBits,
      // The ops' SIMD kernels too: Chromium knows relaxed SIMD, and Node 20 does not.
      include,
      // Benchmarks run when asked for: VITE_BENCH=1 npx vitest run --project gpu <file>.
      exclude: [...(process.env.VITE_BENCH ? [] : ['**/*.bench.gpu.test.ts']), ...exclude, 'node_modules/**'],
      testTimeout: 300_000,
      // Modules hold no state but one device, on which each kernel is compiled once (run-on-gpu.ts).
      isolate: false,
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
  };
}
