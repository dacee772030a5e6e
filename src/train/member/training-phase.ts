// The phase of a replica within its view: what the run's status and the trainer's activity mean for the screen.
// A wait is named once it lasts long enough to be seen.
import { inFull, say, type Saying, unexpected } from '../../base/sayings';
import { stoppedByHost } from '../commands/command-meaning';
import type { MemberId } from '../../membership/view';
import type { Phase } from '../context/phase';
import { stoppedAtRest } from '../run/held-out-best';
import type { RunState } from '../run/run-state';
import { isLocal } from '../run/sync';
import type { LoopStatus } from '../loop/loop-status';
import type { Trainer } from '../loop/trainer';
import type { Replica } from '../participation/replica';
import type { MembershipDriver } from '../peers/membership-driver';

export interface PhaseSources {
  readonly trainer: Pick<Trainer, 'status' | 'missing' | 'catchUp' | 'blockedOn' | 'isTentative'>;
  readonly state: RunState | undefined;
  readonly self: MemberId;
  readonly nowMs: number;
  readonly nameOf: (member: MemberId) => string;
}

const namedAfterMs = 1_000;

export interface TrainingSources {
  readonly membership: Pick<MembershipDriver, 'view' | 'phase'>;
  readonly replica: Pick<Replica, 'participation' | 'known' | 'isCatchingUp'>;
  readonly status: Pick<LoopStatus, 'activity'>;
}

/** Is the phase of this replica, which is not over, `training`? */
export function isTraining({ membership, replica, status }: TrainingSources): boolean {
  const { kind } = membership.phase;
  if (!membership.view || kind === 'no-quorum' || kind === 'regrouping') return false;
  if (replica.isCatchingUp || status.activity.kind === 'catching-up') return false;
  const { participation, known } = replica;
  return known !== undefined && (participation.stored?.tentative !== undefined || known.status === 'running');
}

export function trainingPhase(sources: PhaseSources): Phase {
  const { trainer, state, nameOf } = sources;
  const { activity } = trainer.status;
  const { catchUp } = trainer;
  if (catchUp) return { kind: 'catching-up', ...catchUp, donors: catchUp.donors.map(nameOf) };
  if (activity.kind === 'catching-up')
    return {
      kind: 'catching-up',
      why: say('taking-over'),
      receivedBytes: 0,
      totalBytes: 0,
      behindSteps: 0,
      donors: [],
    };
  // What the last step led to holds once all hold it.
  if (trainer.isTentative && state) return training(sources);
  switch (state?.status) {
    case undefined:
    case 'lobby':
      return { kind: 'lobby' };
    case 'paused':
      return { kind: 'paused' };
    case 'finished':
      return { kind: 'finished', why: endOf(state) };
    case 'diverged':
      return {
        kind: 'diverged',
        why: inFull(say('diverged'), state.why),
        ...(state.suggestedLearningRate === null
          ? {}
          : { suggestedLearningRate: state.suggestedLearningRate }),
      };
    case 'running':
      return training(sources);
    default:
      return state!.status satisfies never;
  }
}

function training(sources: PhaseSources): Phase {
  const waitingFor = waitOf(sources);
  return waitingFor ? { kind: 'training', waitingFor } : { kind: 'training' };
}

function waitOf({
  trainer,
  state,
  self,
  nowMs,
  nameOf,
}: PhaseSources): Extract<Phase, { kind: 'training' }>['waitingFor'] {
  const { blockedOn, status } = trainer;
  const { activity } = status;
  const [blocking] = blockedOn;
  if (blocking && nowMs - blocking.sinceMs > namedAfterMs)
    return {
      peer: blockedOn.map(({ member }) => nameOf(member)).join(', '),
      what: say('awaits-catch-up', { percent: Math.floor(100 * blocking.progress) }),
      sinceMs: blocking.sinceMs,
    };
  if (activity.kind === 'header' && nowMs - activity.sinceMs > namedAfterMs) {
    const others = trainer.missing().filter((member) => member !== self);
    if (others.length === 0) return undefined;
    return {
      peer: others.map(nameOf).join(', '),
      what: state && isLocal(state.sync) ? say('awaits-inner-steps') : say('awaits-record'),
      sinceMs: activity.sinceMs,
    };
  }
  if (activity.kind !== 'reducing' || nowMs - activity.sinceMs <= namedAfterMs) return undefined;
  const awaited = activity.awaits();
  if (awaited.length === 0) return undefined;
  return {
    peer: awaited.map(nameOf).join(', '),
    what: say('awaits-part'),
    sinceMs: activity.sinceMs,
  };
}

/** The run state has a sentence, which is in its digest: the code comes from what the state is, beside it. */
function endOf({ step, config, why }: RunState): Saying {
  if (step >= config.steps) return inFull(say('all-steps-done', { steps: config.steps }), why);
  if (why === stoppedAtRest) return say('stopped-at-rest', { evaluations: config.patience ?? 0 });
  return why === stoppedByHost ? say('stopped-by-host') : unexpected(why);
}
