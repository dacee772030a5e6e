// `npm run bench -- ddp`: a step of two tabs of one browser on the processor, and of PyTorch's DDP on the same cores, in
// turns. The tabs are those of `npm run ring`.
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../../src/cli/options/command-line';
import { endOnSignal } from '../../harness/end-on-signal';
import { pythonWithTorch } from '../python-with-torch';
import { ddpCases, type DdpCaseId } from './ddp-cases';
import { ddpHelp, parseDdpOptions, type DdpOptions } from './ddp-options';
import { ddpLine, ddpText, type OurStep } from './ddp-report';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
/** A step of the slowest case takes half a second on two cores. */
const turnLimitMs = 10 * 60_000;
const limits = { cwd: root, timeout: turnLimitMs, maxBuffer: 64 * 1024 * 1024 };

async function main({ cases, runs, steps, codec, json }: DdpOptions): Promise<number> {
  endOnSignal();
  const python = await pythonWithTorch();
  for (const id of cases) {
    const [ours, theirs]: [OurStep[][], number[][]] = [[], []];
    for (let run = 0; run < runs; run++) {
      ours.push(await ourTurn(id, steps, codec));
      if (python) theirs.push(await theirTurn(python, id, steps));
    }
    const line = ddpLine(ddpCases[id], ours, theirs);
    console.log(json ? JSON.stringify(line) : ddpText(line));
  }
  return 0;
}

async function ourTurn(id: DdpCaseId, steps: number, codec: string): Promise<OurStep[]> {
  const ring = ['--replicas', '2', '--engine', 'cpu', '--evaluate-every', '0', '--json'];
  const args = [...ddpCases[id].ring, '--steps', String(steps), '--codec', codec];
  const command = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs', 'src/cli/ring/ring.ts'];
  const { stdout } = await execute(process.execPath, [...command, ...ring, ...args], limits);
  const lines = stdout.split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as OurStep & { summary?: true })
    .filter((line) => !line.summary);
}

async function theirTurn(python: string, id: DdpCaseId, steps: number): Promise<number[]> {
  const script = path.join(import.meta.dirname, 'ddp-rival.py');
  const { stdout } = await execute(python, [script, id, String(steps), String(await freePort())], limits);
  return JSON.parse(stdout) as number[];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

process.exitCode = await runCommand(
  'npm run bench -- ddp',
  ddpHelp,
  parseDdpOptions(process.argv.slice(2)),
  main,
);
