// Mixed precision on the software adapter that has shader-f16, Firefox's: every kernel on f16 tensors, whole gradients,
// training, the loss scale, known answers (E16–E18, E20; tools/lab/f16/checks.ts).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../..');

interface Line {
  readonly kind: 'adapter' | 'check' | 'end';
  readonly name?: string;
  readonly lines?: readonly string[];
  readonly problem?: string | null;
  readonly error?: string | null;
}

test('f16 kernels, gradients and training in Firefox', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/lab/f16-firefox.ts'], { cwd: root });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const reports = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  for (const { name, lines } of reports) if (lines) console.log(`${name}: ${lines.join('; ')}`);
  const problems = reports.filter(({ problem }) => problem).map(({ name, problem }) => `${name}: ${problem}`);
  expect(problems, stderr).toEqual([]);
  expect(reports.at(-1), stderr).toEqual({ kind: 'end', error: null });
  expect(code, stderr).toBe(0);
});
