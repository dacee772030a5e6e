// `npm run bench -- finetune`: adapters trained on a frozen GPT in a tab of Chromium, and by PyTorch on the same cores, in
// turns. Each turn has a browser or a process of its own, so that its peak of memory is its own.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../../src/cli/options/command-line';
import { peakBytes } from '../../harness/browser-facts';
import { endOnSignal } from '../../harness/end-on-signal';
import { openLabTab } from '../../harness/lab-tab';
import { servedAt, withRealPage } from '../../harness/real-page';
import type { FinetuneEngine, FinetuneJob } from '../../lab/finetune/finetune-job';
import { alpha, finetuneShapes, rank, type FinetuneShapeId } from '../../lab/finetune/finetune-shapes';
import { serveLabPage } from '../../lab/lab-page';
import { pythonWithTorch } from '../python-with-torch';
import { finetuneHelp, parseFinetuneOptions, type FinetuneOptions } from './finetune-options';
import { finetuneLine, finetuneText, type FinetuneTurn } from './finetune-report';

const execute = promisify(execFile);
/** A step of the largest shape takes some seconds on one core. */
const turnLimitMs = 20 * 60_000;
const limits = { cwd: path.resolve(import.meta.dirname, '../../..'), timeout: turnLimitMs };

async function main(options: FinetuneOptions): Promise<number> {
  endOnSignal();
  const python = await pythonWithTorch();
  const server = await serveLabPage('finetune');
  try {
    for (const id of options.shapes)
      for (const line of await linesOf(id, python, server.url, options))
        console.log(options.json ? JSON.stringify(line) : finetuneText(line));
  } finally {
    await server.close();
  }
  return 0;
}

async function linesOf(
  id: FinetuneShapeId,
  python: string | undefined,
  url: string,
  options: FinetuneOptions,
): Promise<ReturnType<typeof finetuneLine>[]> {
  const { engines, threads, runs, steps } = options;
  const ours = new Map<FinetuneEngine, FinetuneTurn[]>();
  const theirs = new Map<number, FinetuneTurn[]>(threads.map((count) => [count, []]));
  let all: readonly FinetuneEngine[] = [
    ...(engines.includes('simd') ? threads : []),
    ...(engines.includes('webgpu') ? (['webgpu'] as const) : []),
  ];
  for (const engine of all) ours.set(engine, []);
  for (let run = 0; run < runs; run++) {
    for (const engine of all)
      try {
        ours.get(engine)!.push(await ourTurn(url, { shape: id, threads: engine }, options));
      } catch (error) {
        if (engine !== 'webgpu') throw error;
        console.error(`finetune ${finetuneShapes[id].title}: without WebGPU: ${(error as Error).message}`);
        all = all.filter((one) => one !== engine);
        ours.delete(engine);
      }
    if (python)
      for (const count of threads) theirs.get(count)!.push(await theirTurn(python, id, count, steps));
  }
  return all.map((engine) => {
    const beside = engine === 'webgpu' ? Math.max(...threads) : engine;
    const turns = { ours: ours.get(engine)!, theirs: theirs.get(beside)! };
    return finetuneLine(finetuneShapes[id], { engine, threads: beside }, turns);
  });
}

/** Memory of a graphics card's engine is the tab's and that of the browser's process for graphics cards. */
async function ourTurn(url: string, job: FinetuneJob, options: FinetuneOptions): Promise<FinetuneTurn> {
  const isGpu = job.threads === 'webgpu';
  return withRealPage(servedAt(url), 'chromium', options, async (browser) => {
    const page = await openLabTab(browser, `${url}?isolated`, 'finetune', 'finetuneStart');
    // No single question takes as long as Puppeteer waits for an answer: three minutes.
    const started = await page.evaluate((one) => window.finetuneStart(one), job);
    const steps = [];
    for (let step = 0; step < options.steps; step++)
      steps.push(await page.evaluate(() => window.finetuneStep()));
    return {
      ...started,
      ms: steps.map(({ ms }) => ms),
      loss: steps.at(-1)!.loss,
      peakBytes: await peakBytes(browser, isGpu ? ['renderer', 'GPU'] : ['renderer']),
    };
  });
}

async function theirTurn(
  python: string,
  id: FinetuneShapeId,
  threads: number,
  steps: number,
): Promise<FinetuneTurn> {
  const script = path.join(import.meta.dirname, 'finetune-rival.py');
  const shape = JSON.stringify({ ...finetuneShapes[id], rank, alpha });
  const env = { ...process.env, OMP_NUM_THREADS: String(threads), OPENBLAS_NUM_THREADS: String(threads) };
  const { stdout } = await execute(python, [script, shape, String(threads), String(steps)], {
    ...limits,
    env,
  });
  return JSON.parse(stdout) as FinetuneTurn;
}

process.exitCode = await runCommand(
  'npm run bench -- finetune',
  finetuneHelp,
  parseFinetuneOptions(process.argv.slice(2)),
  main,
);
