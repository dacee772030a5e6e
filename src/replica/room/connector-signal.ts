// The signals that the two pages of one link send each other, through the room server or through members. They come
// from another page, so they are checked.
import * as v from 'valibot';
import { relaySaltBytes } from '../../net/relay/relay-key';

const callNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const salt = v.pipe(v.string(), v.length(Math.ceil((relaySaltBytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/));

export const connectorSignalSchema = v.variant('kind', [
  /** A signal of simple-peer, in call `call`. */
  v.object({ kind: v.literal('signal'), call: v.pipe(callNumber, v.minValue(1)), signal: v.unknown() }),
  /** The answerer asks the caller to call. `call` is the last call that it knows. */
  v.object({ kind: v.literal('call-me'), call: callNumber }),
  /** The caller found no direct connection and offers a relayed link. */
  v.object({ kind: v.literal('relay-offer'), call: callNumber, salt }),
  v.object({ kind: v.literal('relay-answer'), call: callNumber, salt }),
]);

export type ConnectorSignal = v.InferOutput<typeof connectorSignalSchema>;
