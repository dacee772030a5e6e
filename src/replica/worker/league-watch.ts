// Notices, on the host's own device, that a run reaches the target of the league (H17), and what it took. Only a run that
// this replica observed from its first step counts, and only when it reaches the target after that was set. Pure.
import { isEmulating } from '../../net/emulation/network-settings';
import { leagueMeanOver, type AttemptSettings, type League } from '../../room/league';
import { innerStepsOf } from '../../train/run/sync';
import type { RunState } from '../../train/run/run-state';
import type { HostCommand, StepRecord } from '../protocol';

export interface SeenState extends Pick<
  RunState,
  'config' | 'learningRate' | 'buckets' | 'sync' | 'network'
> {
  readonly parameters: number;
  /** Loss terms of an example. */
  readonly terms: number;
}

interface SeenRun {
  readonly run: number;
  readonly step: number;
  readonly ms: number;
  readonly bytes: number;
  readonly losses: readonly number[];
  readonly settings: AttemptSettings;
  readonly isChanged: boolean;
  /** It has been at most this already; undefined: of too few steps there is no mean. */
  readonly least: number | undefined;
}

export class LeagueWatch {
  #seen: SeenRun | undefined;

  constructor(readonly self: string) {}

  /** What the host should say after this step; undefined: nothing. */
  see(record: StepRecord, state: SeenState, league: League | undefined): HostCommand | undefined {
    const before = this.#seen;
    const follows = before?.run === record.run && before.step === record.step - 1;
    if (!follows && record.step !== 1) {
      this.#seen = undefined;
      return undefined;
    }
    const seen = this.#after(follows ? before : undefined, record, settingsOf(record, state));
    const mean = meanOf(seen.losses);
    this.#seen = { ...seen, least: lower(seen.least, mean) };
    const wasAbove = seen.least === undefined || (league !== undefined && seen.least > league.target);
    if (!league || mean === undefined || mean > league.target || !wasAbove) return undefined;
    const { run, step, ms, bytes, settings, isChanged } = seen;
    const { digest } = record;
    const attempt = { run, step, ms: Math.round(ms), bytes, digest, settings, isChanged };
    return { kind: 'note-attempt', target: league.target, attempt };
  }

  #after(before: SeenRun | undefined, record: StepRecord, settings: AttemptSettings): SeenRun {
    const { run, step, loss, bytesSent } = record;
    const ms = record.splits[this.self]?.wallMs ?? 0;
    const { replicas: _, batch: _batch, ...now } = settings;
    const { replicas: _r, batch: _b, ...then } = before?.settings ?? settings;
    return {
      run,
      step,
      settings,
      ms: (before?.ms ?? 0) + ms,
      bytes: (before?.bytes ?? 0) + bytesSent,
      losses: [...(before?.losses ?? []), loss].slice(-leagueMeanOver),
      isChanged: (before?.isChanged ?? false) || JSON.stringify(now) !== JSON.stringify(then),
      least: before?.least,
    };
  }
}

function settingsOf(record: StepRecord, state: SeenState): AttemptSettings {
  const { config, learningRate, buckets, sync, network, parameters, terms } = state;
  const { data } = config;
  return {
    data: data.kind === 'points' ? data.set : data.kind,
    parameters,
    replicas: record.worldSize,
    batch: Number((record.effectiveBatch / terms).toPrecision(6)),
    learningRate,
    optimizer: config.optimizer.kind,
    codec: buckets.codec.kind,
    topology: buckets.auto ? 'auto' : buckets.topology,
    buckets: buckets.mode,
    overlap: buckets.overlap,
    innerSteps: innerStepsOf(sync),
    isSlowed: isEmulating(network),
  };
}

/** undefined: there are too few, or one is not finite. */
function meanOf(losses: readonly number[]): number | undefined {
  if (losses.length < leagueMeanOver) return undefined;
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  return Number.isFinite(mean) ? mean : undefined;
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}
