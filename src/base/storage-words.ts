// Why the storage of a browser or of a device did not take some bytes, in words.

/** What a shelf throws that took fewer bytes than it was given. */
export class StorageFullError extends Error {
  constructor() {
    super('the storage of this site is full');
    this.name = 'QuotaExceededError'; // as the browser's own
  }
}

export function storageWords(error: unknown): string {
  const code = error instanceof Error ? ((error as { code?: unknown }).code ?? error.name) : undefined;
  return code === 'ENOSPC' || (error instanceof Error && error.name === 'QuotaExceededError')
    ? 'the storage of this site is full: free some space on this device'
    : `the storage of this site failed (${error instanceof Error ? error.message : String(error)})`;
}
