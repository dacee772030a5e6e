// What this replica says of itself in the next header (H1): it speaks for what it holds, for a ride, or for nothing.
import type { HeaderRecord } from '../header/header-record';
import type { HeldCommands } from '../commands/held-commands';
import type { OwnSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import type { Rider } from '../catch-up/catching-up';
import type { StepAttempt } from './step-attempt';
import type { TrainerHost } from '../context/trainer-deps';

export interface OwnRecordSources {
  readonly host: Pick<TrainerHost, 'candidates'>;
  readonly replica: ReplicaState;
  readonly rider: Rider;
  readonly own: OwnSteps;
  readonly attempt: Pick<StepAttempt, 'accused' | 'speed'>;
  readonly commands: HeldCommands;
  readonly edge: Pick<HeaderRecord, 'edgeMs' | 'asksOrder'>;
}

export function ownRecord({
  host,
  replica,
  rider,
  own,
  attempt,
  commands,
  edge,
}: OwnRecordSources): HeaderRecord {
  const held = replica.isVisitor || rider.state ? undefined : replica.holding;
  return {
    standing: held ? 'holds' : 'nothing',
    progress: 0,
    asksToWait: false,
    withheld: (held && replica.gradient?.withheld) ?? 'none',
    accused: attempt.accused,
    termsPerSecond: attempt.speed.termsPerSecond,
    version: held?.state.version ?? 0,
    digest: held?.digest ?? '0'.repeat(16),
    contribution: held ? replica.contribution : 0,
    firstCommand: commands.fingerprint,
    last: own.last,
    validation: own.validation,
    candidates: host.candidates(),
    ...edge,
    ...rider.record,
  };
}
