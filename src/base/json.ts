// Reads JSON that strangers wrote. What it holds is checked by its reader.
import { fromUtf8 } from './bytes';

/** The value; undefined, which no JSON text means: it is not JSON, or its bytes are not UTF-8. */
export function jsonIn(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : fromUtf8(text));
  } catch {
    return undefined;
  }
}
