// The thin shell around the reducer: clock, links, frames. It decides nothing.
import { logged } from '../base/sayings';
import type { Clock } from '../base/clock';
import type { RandomSource } from '../base/prng';
import { fail, ok, type Result } from '../base/result';
import { emptyHeader, encodeFrame, type Frame } from '../net/frame/frame';
import { nextDueMs, step } from './membership';
import {
  outsideAnyView,
  type MembershipEffect,
  type MembershipInput,
  type MembershipState,
} from './membership-state';
import { decodeMembership, encodeMembership, type MembershipMessage } from './messages';
import type { MemberId, View } from './view';

export interface MemberOptions {
  readonly self: MemberId;
  /** Random u32: names the lineages that this replica may begin. */
  readonly seed: number;
  readonly random?: RandomSource | undefined;
  readonly clock: Clock;
  /** Sends a whole 'membership' frame on the control channel. A failed send closes the link. */
  readonly send: (to: MemberId, bytes: Uint8Array) => void;
  /** Receives all other effects in order, after the state has changed. */
  readonly onEffect: (effect: Exclude<MembershipEffect, { kind: 'send' }>) => void;
  /** Receives every input with its effects, for the flight recorder. */
  readonly onStep?: (input: MembershipInput, effects: readonly MembershipEffect[]) => void;
}

export class Member {
  #state: MembershipState;
  #cancelTimer = (): void => {};
  #stopped = false;

  constructor(private readonly options: MemberOptions) {
    this.#state = outsideAnyView(options.self, options.seed, options.random);
  }

  get view(): View | undefined {
    return this.#state.installed;
  }

  get state(): MembershipState {
    return this.#state;
  }

  input(input: MembershipInput): void {
    if (this.#stopped) return;
    const { clock, send, onEffect, onStep } = this.options;
    const { state, effects } = step(this.#state, input, clock.now());
    if (state === this.#state) return; // nothing followed
    this.#state = state;
    this.#cancelTimer();
    const nowMs = clock.now();
    this.#cancelTimer = clock.after(nextDueMs(state, nowMs) - nowMs, () => this.input({ kind: 'tick' }));
    onStep?.(input, effects);
    // Most messages go to several peers.
    let encoded: { readonly message: MembershipMessage; readonly bytes: Uint8Array } | undefined;
    for (const effect of effects) {
      if (effect.kind !== 'send') {
        onEffect(effect);
        continue;
      }
      const { message } = effect;
      if (encoded?.message !== message)
        encoded = {
          message,
          bytes: encodeFrame({ ...emptyHeader, type: 'membership' }, encodeMembership(message)),
        };
      send(effect.to, encoded.bytes);
    }
  }

  /** Takes a decoded 'membership' frame from the link to `from`. */
  receive(from: MemberId, frame: Frame): Result<void, 'malformed'> {
    const message = decodeMembership(frame.payload);
    if (!message.ok) return fail('malformed', `${from}: ${logged(message.error.says)}`);
    this.input({ kind: 'message', from, message: message.value });
    return ok(undefined);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }
}
