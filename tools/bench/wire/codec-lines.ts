// The figures of the codecs: those of `npm run bench:codecs`, in a process of its own.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { WireLine } from './wire-line';

export async function codecLines(print: (line: WireLine) => void, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/parts/codecs.bench.ts'], {
    ...{ stdio: ['ignore', 'pipe', 'inherit'], signal },
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  );
  for await (const text of createInterface(child.stdout!)) print(JSON.parse(text) as WireLine);
  const code = await ended;
  if (code !== 0) throw new Error(`the bench of the codecs ended with code ${code ?? 'none'}`);
}
