// A saved run as a run of another ring. What it learned and where it stood in its data come from the file; members,
// commands and the network are the ring's.
import { groupDigits } from '../../base/group-digits';
import { noRateHealth } from './rate-health';
import { canonical } from './run-config';
import type { RunState } from './run-state';

/** `begun`: a new run of this ring with the saved run's configuration, whose number of steps may be another. Pure. */
export function resumedState(saved: RunState, begun: RunState): RunState {
  const { version, config, run, initialized, appliedCommand, beganAfter, kicked, network, room } = begun;
  const { slow, suspended, excluded, offences, plan } = begun;
  const { resumes: _, pausesAfter: _pause, beganAfter: _began, room: _room, best, ...learned } = saved;
  const hasSameData = canonical(config.data) === canonical(saved.config.data);
  return {
    ...learned,
    version,
    config,
    run,
    initialized,
    appliedCommand,
    kicked,
    network,
    ...(beganAfter === undefined ? {} : { beganAfter }),
    ...(room === undefined ? {} : { room }),
    slow,
    suspended,
    excluded,
    offences,
    plan,
    apportionedAt: saved.step,
    // The lengths of gradients and the losses that were usual belong to the data that gave them. A host who goes on with a
    // run that was at rest wants to see more of it (S27b).
    ...(hasSameData ? best && { best: { ...best, since: 0 } } : { usualNorms: [], rateHealth: noRateHealth }),
    ...statusOf(saved, config.steps),
  };
}

/** A diverged run stays so until its host sets another rate. */
function statusOf({ status, why, step }: RunState, steps: number): Pick<RunState, 'status' | 'why'> {
  if (step >= steps) return { status: 'finished', why: `all ${groupDigits(steps)} steps are done` };
  if (status === 'diverged') return { status, why };
  return { status: 'paused', why: `resumed after step ${groupDigits(step)}` };
}
