// What this replica says of itself in the next header (H1): it speaks for what it holds, for a ride, or for nothing.
import type { HeaderRecord } from '../header/header-record';
import type { HeldCommands } from '../commands/held-commands';
import type { LocalSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import type { CatchUpDriver } from '../catch-up/catch-up-driver';
import type { StepAttempt } from './step-attempt';
import type { TrainerDeps } from '../context/trainer-deps';

export interface LocalRecordSources {
  readonly host: Pick<TrainerDeps, 'candidates'>;
  readonly replica: ReplicaState;
  readonly catchUpDriver: CatchUpDriver;
  readonly local: LocalSteps;
  readonly attempt: Pick<StepAttempt, 'accused' | 'speed'>;
  readonly commands: HeldCommands;
  readonly edge: Pick<HeaderRecord, 'edgeMs' | 'requestsReorder'>;
}

export function localRecord({
  host,
  replica,
  catchUpDriver,
  local,
  attempt,
  commands,
  edge,
}: LocalRecordSources): HeaderRecord {
  const trusted = replica.isStale || catchUpDriver.state ? undefined : replica.held;
  return {
    status: trusted ? 'current' : 'nothing',
    progress: 0,
    requestsPause: false,
    withheld: (trusted && replica.gradient?.withheld) ?? 'none',
    accused: attempt.accused,
    termsPerSecond: attempt.speed.termsPerSecond,
    version: trusted?.state.version ?? 0,
    digest: trusted?.digest ?? '0'.repeat(16),
    contribution: trusted ? replica.contribution : 0,
    firstCommand: commands.fingerprint,
    last: local.last,
    validation: local.validation,
    candidates: host.candidates(),
    ...edge,
    ...catchUpDriver.record,
  };
}
