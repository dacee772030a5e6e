// A folder for the temporary files of all tests of one run (Vitest's globalSetup). Workers are stopped without an end of their
// own, so what their tests keep for the life of a process would stay in the system's folder. This one is removed at the end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const variables = ['TMPDIR', 'TEMP', 'TMP'];

export default function setUp(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-tests-'));
  for (const name of variables) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
