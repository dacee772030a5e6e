// A RingView as it travels from a member to observers (R19): complete in itself, with the time at which it was sent. A
// member made it, so it is validated here at the edge.
import * as v from 'valibot';
import { packView, ringView, type RingView, type SentView } from '../ring-view';

/** Raised when an older page could misunderstand a view. */
const version = 3;

const ringMessage = v.object({
  version: v.literal(version),
  /** The sender's clock, epoch ms: it rises, so that an older view never follows a newer one. */
  sentMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ...ringView.entries,
});

export interface RingMessage extends SentView {
  readonly version: typeof version;
  readonly sentMs: number;
}

export interface ReceivedView extends RingView {
  readonly sentMs: number;
}

/** undefined: this replica is in no ring, so it has nothing to show. */
export function packMessage(view: RingView, sentMs: number): RingMessage | undefined {
  return view.ringPhase === 'outside'
    ? undefined
    : { version, sentMs: Math.round(sentMs), ...packView(view) };
}

/** undefined: no view of this version. */
export function readMessage(data: unknown): ReceivedView | undefined {
  const parsed = v.safeParse(ringMessage, data, { abortEarly: true });
  if (!parsed.success || parsed.output.ringPhase === 'outside') return undefined;
  const { version: _, ...view } = parsed.output;
  return view;
}
