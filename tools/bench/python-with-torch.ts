// The Python that has PyTorch.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const limitMs = 60_000;

/** A system's package belongs to the system's own Python. Undefined: PyTorch is not installed. */
export async function pythonWithTorch(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3'])
    try {
      await execute(python, ['-c', 'import torch'], { timeout: limitMs });
      return python;
    } catch {
      // the next one
    }
  return undefined;
}
