// Reads JSON that came from elsewhere, and may be anything.
import { fromUtf8 } from './bytes';

/** Undefined: it is no JSON, or its bytes are no UTF-8. */
export function parsedJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : fromUtf8(text));
  } catch {
    return undefined;
  }
}
