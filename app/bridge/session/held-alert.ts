// An alarm may come and go with every step, and its numbers change with every one. What is on screen must be read: an
// alert stays some seconds after its alarm is over, and its words stay while the cause does. Pure.

export interface Alert {
  /** Alerts of one cause are one alert, whatever their numbers. */
  readonly cause: string;
  readonly title: string;
  readonly text: string;
  /** Shown at once, in place of one that is not. */
  readonly isUrgent: boolean;
}

export interface HeldAlert {
  readonly alert: Alert;
  /** On screen since. */
  readonly shownMs: number;
  /** The alarm was last heard. */
  readonly heardMs: number;
}

/** Enough to read two sentences. */
export const readableMs = 8_000;

/** The alert on screen at `nowMs`, when the ring says `alert`; undefined: none. */
export function holdAlert(
  held: HeldAlert | undefined,
  alert: Alert | undefined,
  nowMs: number,
): HeldAlert | undefined {
  const isOver = !held || nowMs - held.heardMs >= readableMs;
  if (!alert) return isOver ? undefined : held;
  const fresh = { alert, shownMs: nowMs, heardMs: nowMs };
  if (!held) return fresh;
  if (alert.cause === held.alert.cause) return { ...held, heardMs: nowMs };
  const gives = nowMs - held.shownMs >= readableMs || (alert.isUrgent && !held.alert.isUrgent);
  return gives ? fresh : held;
}
