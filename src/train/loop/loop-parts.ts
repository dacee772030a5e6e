// What the functions of the loop share. Each takes the parts that it uses, by Pick.
import type { FrameRouter } from '../../collectives/frame-router';
import type { Emitter } from '../../base/emitter';
import type { HeldCommands } from '../commands/held-commands';
import type { CommandShare } from '../commands/command-share';
import type { FaultNotices } from './fault-notices';
import type { LocalSteps } from '../commit/local-steps';
import type { Activity, Notify, TrainerDeps } from '../context/trainer-deps';
import type { HeaderRounds } from '../header/header-rounds';
import type { StepMeter } from '../metrics/step-meter';
import type { Replica } from '../participation/replica';
import type { StateFrames } from '../participation/state-frames';
import type { Hub } from '../peers/hub';
import type { Offences } from '../peers/offences';
import type { StepAccounts } from '../metrics/timeline/step-accounts';
import type { SumRecorder } from '../metrics/transfers/sum-recorder';
import type { BlockedOn } from './blocked-on';
import type { CatchUpRequests } from './catch-up-requests';
import type { LoopStatus } from './loop-status';
import type { ReorderWatch } from './reorder-watch';
import type { StallWatch } from './stall-watch';
import type { TrainerEvents } from './trainer-events';
import type { Wake } from './wake';

export interface LoopParts {
  readonly deps: TrainerDeps;
  readonly hub: Hub;
  readonly replica: Replica;
  readonly commands: HeldCommands;
  readonly commandShare: CommandShare;
  readonly router: FrameRouter;
  readonly headers: HeaderRounds;
  readonly stalls: StallWatch;
  readonly stateFrames: StateFrames;
  /** What this replica measured of its own steps. */
  readonly local: LocalSteps;
  readonly meter: StepMeter;
  /** Where the time of its last steps went. */
  readonly accounts: StepAccounts;
  readonly sumRecorder: SumRecorder;
  readonly blockedOn: BlockedOn;
  readonly catchUpRequests: CatchUpRequests;
  readonly reorder: ReorderWatch;
  readonly faults: FaultNotices;
  readonly offences: Offences;
  /** Raised when an idle or waiting loop should look again. */
  readonly wake: Wake;
  readonly events: Pick<Emitter<TrainerEvents>, 'emit'>;
  readonly notify: Notify;
  readonly enter: (activity: Activity) => void;
  /** What it does now, and what each member said in the last header. */
  readonly status: LoopStatus;
}
