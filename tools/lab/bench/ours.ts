// Our engines as contenders, one file each. A new one also needs a row in the systems of src/lab/bench-report.ts.
import type { Resource } from '../../../src/lab/bench-report';
import type { RunningSystem } from './contender';

export async function startOurs(resource: Resource): Promise<RunningSystem> {
  if (resource === 'webgpu') return (await import('./ours-webgpu')).startOursWebgpu();
  return (await import('./ours-simd')).startOursSimd(resource);
}
