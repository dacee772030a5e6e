// Our engines as contenders, one file each. A new one also needs a row in the systems of tools/lab/reports/bench-report.ts.
import type { Resource } from '../reports/bench-report';
import type { RunningSystem } from './contender';

export async function startOurs(resource: Resource): Promise<RunningSystem> {
  if (resource === 'webgpu') return (await import('./ours-webgpu')).startOursWebgpu();
  return (await import('./ours-simd')).startOursSimd(resource);
}
