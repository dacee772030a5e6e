// An alarm may come and go with every step, and its numbers change with every step. People must be able to read it. So
// an alert stays for some seconds after its alarm, and its text stays while the cause does. Pure.

export interface Alert {
  /** Alerts with one cause are one alert, whatever their numbers. */
  readonly cause: string;
  readonly title: string;
  readonly text: string;
  /** The one next step, as a button. Absent: the ring helps itself. */
  readonly act?: AlertAct | undefined;
  /** Replaces an alert that is not urgent at once. */
  readonly isUrgent: boolean;
}

export type AlertAct =
  /** The host sets this learning rate. */
  | { readonly kind: 'rate'; readonly rate: number }
  /** Anyone looks at the list of members. */
  | { readonly kind: 'people' };

export interface HeldAlert {
  readonly alert: Alert;
  /** When it appeared on screen. */
  readonly shownMs: number;
  /** When the alarm was last received. */
  readonly heardMs: number;
}

/** Enough time to read two sentences. */
export const readableMs = 8_000;

/** The alert on screen at `nowMs`, when the ring reports `alert`; undefined: none. */
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
