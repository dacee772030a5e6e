// The threads that a page may have. Shared memory needs a cross-origin isolated page; the command serves one of each.
import type { Resource } from '../reports/bench-report';

/** The number of threads, for people. Throws where the page does not have what the resource needs. */
export function requireThreads(resource: Resource): string {
  const wantsThreads = resource === 'threads';
  if (crossOriginIsolated !== wantsThreads)
    throw new Error(`the page is ${wantsThreads ? 'not ' : ''}cross-origin isolated`);
  return wantsThreads ? `${navigator.hardwareConcurrency} threads` : 'one thread';
}
