// `npm run bench -- finetune`: adapters trained on a frozen GPT by the engine of the processor, and by PyTorch on the same
// cores, in turns.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../../src/cli/options/command-line';
import { endOnSignal } from '../../harness/end-on-signal';
import { pythonWithTorch } from '../python-with-torch';
import { finetuneHelp, parseFinetuneOptions, type FinetuneOptions } from './finetune-options';
import { finetuneLine, finetuneText, type FinetuneTurn } from './finetune-report';
import { alpha, finetuneShapes, rank, type FinetuneShapeId } from './finetune-shapes';

const execute = promisify(execFile);
/** A step of the largest shape takes some seconds on one core. */
const turnLimitMs = 20 * 60_000;
const limits = { cwd: path.resolve(import.meta.dirname, '../../..'), timeout: turnLimitMs };

async function main({ shapes, threads, runs, steps, json }: FinetuneOptions): Promise<number> {
  endOnSignal();
  const python = await pythonWithTorch();
  for (const id of shapes)
    for (const count of threads) {
      const [ours, theirs]: [FinetuneTurn[], FinetuneTurn[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        ours.push(await ourTurn(id, count, steps));
        if (python) theirs.push(await theirTurn(python, id, count, steps));
      }
      const line = finetuneLine(finetuneShapes[id], count, ours, theirs);
      console.log(json ? JSON.stringify(line) : finetuneText(line));
    }
  return 0;
}

async function ourTurn(id: FinetuneShapeId, threads: number, steps: number): Promise<FinetuneTurn> {
  const script = path.join(import.meta.dirname, 'finetune-ours.ts');
  const command = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs', script];
  const { stdout } = await execute(
    process.execPath,
    [...command, id, String(threads), String(steps)],
    limits,
  );
  return JSON.parse(stdout) as FinetuneTurn;
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
