// Judges the signals that come for this member, by the server or by other members (R8): the MAC must hold, and each
// signal counts once.
import { parsedJson } from '../../base/parsed-json';
import type { PassedSignal } from '../room/passed-signal';
import { isSignalMac } from '../room/room-key';
import { SequenceWindow, type SignalWay } from './sequence-window';

export type IncomingSignal =
  | { readonly kind: 'new'; readonly data: unknown }
  /** The same signal by the other way: expected, and ignored. */
  | { readonly kind: 'again' }
  | {
      readonly kind: 'refused';
      readonly code: 'bad-mac' | 'replayed' | 'malformed';
      readonly why: string;
    };

export class IncomingSignals {
  readonly #seen = new SequenceWindow();

  constructor(
    readonly code: string,
    readonly self: string,
  ) {}

  /** `key`: undefined until the room's key is known; then no signal can be verified. */
  take(
    key: Uint8Array | undefined,
    { from, sequence, data, mac }: Omit<PassedSignal, 'to'>,
    way: SignalWay,
  ): IncomingSignal {
    const content = { code: this.code, from, to: this.self, sequence, data };
    if (!key || !isSignalMac(key, content, mac))
      return refuse('bad-mac', 'a signal without the room key was dropped');
    const seen = this.#seen.take(from, sequence, way);
    if (seen === 'replayed') return refuse('replayed', 'a signal came a second time and was dropped');
    if (seen === 'again') return { kind: 'again' };
    const read = parsedJson(data);
    return read === undefined
      ? refuse('malformed', 'a signal that is not JSON')
      : { kind: 'new', data: read };
  }
}

function refuse(code: 'bad-mac' | 'replayed' | 'malformed', why: string): IncomingSignal {
  return { kind: 'refused', code, why };
}
