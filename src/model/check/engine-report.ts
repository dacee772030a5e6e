// Which engine a device runs, and what was measured to choose it; for people.
import { isSameSaying, type Saying } from '../../base/sayings';
import type { Engine } from '../engine';

/** What a person wants: 'auto' is the fastest by measurement. */
export const engineWishes = ['auto', 'webgpu', 'cpu'] as const;
export type EngineWish = (typeof engineWishes)[number];

export interface EngineTrial {
  readonly backend: Engine['backend'];
  /** 'SwiftShader', 'CPU (plain loops)'. Empty when it did not start. */
  readonly device: string;
  /** One micro-batch of the room's model; undefined: not measured. */
  readonly gradientMs: number | undefined;
  /** Why it was not taken, if not for its time. */
  readonly why: Saying | undefined;
  /** It started too slowly to be measured. It may be the faster one all the same. */
  readonly isLate?: true;
  /** It got a known answer wrong (E20). */
  readonly isWrong?: true;
}

export interface EngineReport {
  readonly wish: EngineWish;
  readonly chosen: Engine['backend'];
  /** The chosen engine's name for its device, where that has changed since: it has another number of threads. */
  readonly runsAs?: string;
  /** The reason why the chosen engine uses the device as it does. */
  readonly note?: Saying;
  /** The times were measured on this device at an earlier visit. */
  readonly isFromEarlierVisit?: true;
  /** Every engine that was looked at, the chosen one first. */
  readonly trials: readonly EngineTrial[];
}

/** The report with what the chosen engine says of itself by now. */
export function reportNow(
  report: EngineReport,
  { device, note }: Pick<Engine, 'device' | 'note'>,
): EngineReport {
  const isRenamed = device !== report.trials[0].device;
  if (!isRenamed && isSameSaying(note, report.note)) return report;
  return { ...report, ...(isRenamed && { runsAs: device }), ...(note !== undefined && { note }) };
}
