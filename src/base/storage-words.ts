// Why the storage of a browser or of a device did not take some bytes.
import { say, unexpected, type Saying } from './sayings';

/** What a shelf throws that took fewer bytes than it was given. */
export class StorageFullError extends Error {
  constructor() {
    super('the storage of this site is full');
    this.name = 'QuotaExceededError'; // as the browser's own
  }
}

function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === 'ENOSPC' || error.name === 'QuotaExceededError';
}

export function storageSaying(error: unknown): Saying {
  return isStorageFull(error)
    ? say('storage-full')
    : say('storage-failed', { detail: unexpected(error instanceof Error ? error.message : String(error)) });
}

/** The sentence of a large text whose tokens a device could not keep. */
export function textNotKept(error: unknown): Saying {
  return isStorageFull(error)
    ? say('text-not-kept-full')
    : say('text-not-kept', { detail: storageSaying(error) });
}

/** The sentence of a run that a device could not keep. */
export function notKept(error: unknown): Saying {
  return isStorageFull(error) ? say('not-kept-full') : say('not-kept', { detail: storageSaying(error) });
}
