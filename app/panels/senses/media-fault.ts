// The reason why a camera or a microphone could not be opened, from what getUserMedia rejects with.

export interface MediaFault {
  readonly kind: 'refused' | 'refused-by-system' | 'not-found' | 'taken' | 'other';
  /** The browser's own words, in English; empty: it gave none. */
  readonly reason: string;
}

export function mediaFault(error: unknown): MediaFault {
  const { name = '', message = '' } = error instanceof Error ? error : {};
  return { kind: kindOf(name, message), reason: (message || name).slice(0, 200) };
}

function kindOf(name: string, message: string): MediaFault['kind'] {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return /system/i.test(message) ? 'refused-by-system' : 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'not-found';
    case 'NotReadableError':
    case 'AbortError':
      return 'taken';
    default:
      return 'other';
  }
}
