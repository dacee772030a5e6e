// Our engines as contenders, one file each.
import type { Resource } from '../../../src/lab/bench-report';
import type { RunningSystem } from './contender';

export async function startOurs(resource: Resource): Promise<RunningSystem> {
  if (resource === 'webgpu') return (await import('./ours-webgpu')).startOursWebgpu();
  throw new Error(`none of our engines runs on ${resource}`);
}
