// Read this first. A page sends commands to a replica (Command), receives its events (ReplicaEvent), and draws its
// state (Snapshot): what anyone in the room may see (RingView, ring-view.ts) and what is the replica's own. The replica
// lives in a Worker; everything here is structured-cloneable data.
import type { Saying } from '../base/sayings';
import type { Result } from '../base/result';
import type { AddedExample } from '../data/append-examples';
import type { AdapterReport as DeviceReport } from '../gpu/adapter-report';
import type { Layer, ModelSpec } from '../model/spec';
import type { EngineReport, EngineTrial, EngineWish } from '../model/check/engine-report';
import type { ProvideCommand } from './provide-files';
import type { OptimizerConfig } from '../optim/rules/config';
import type { RoomCommand } from '../room/edit-room';
import type { RoomDocument } from '../room/room-document';
import type { HostCommand as RingCommand } from '../train/commands/host-command';
import type { NetworkSettings } from '../net/emulation/network-settings';
import type { RoomNews as NewsOfServer } from '../net/signalling/look-up';
import type { Phase, ReplicaError, ReplicaErrorCode } from '../train/context/phase';
import type { Attempt, League } from '../room/league';
import type { LessonRun, Question } from '../room/room-question';
import type { Changed } from '../train/run/changed';
import type { FileData } from '../train/run/data-shape';
import type { RoomState } from '../train/run/room-state';
import type { BucketMode, DataChoice, PointSet, RunConfig } from '../train/run/run-config';
import type { BucketTimes } from '../train/metrics/bucket-times';
import type { Alarm } from '../train/metrics/divergence-alarm';
import type { LoneTrial } from '../train/metrics/lone-trial';
import type { Noise } from '../train/metrics/noise-scale';
import type { AmountView } from './amount-view';
import type { ShownMeans, StepRecord } from '../train/metrics/step-record';
import type { CurvePoint } from '../train/metrics/curve/loss-curve';
import type { Span, SpanKind } from '../train/metrics/timeline/step-account';
import type { SeenAccount } from '../train/metrics/timeline/timeline';
import type { ToldMove } from '../train/metrics/transfers/sum-record';
import type { SeenSum } from '../train/metrics/transfers/sum-watch';
import type { StepSplit } from '../train/metrics/step-split';
import type { PeerStatus } from './peer-status';
import type { RingView } from './ring-view';
import type { Weights } from './weights';

// ── What the page receives ──────────────────────────────────────────────────────────────────────────────────

/** A checkpoint in the replica's memory. */
export interface ForkCheckpoint {
  readonly lineage: string;
  readonly step: number;
  /** Loss terms. */
  readonly examples: number;
}

/** The state of the run's lowest held-out loss, in the replica's memory. */
interface BestCheckpoint {
  readonly step: number;
  /** The held-out loss after that step. */
  readonly loss: number;
}

/** A state that can be saved: the run as this replica holds it, the fork checkpoint, or the best of the run. */
export type CheckpointKind = 'run' | 'fork' | 'best';

/** The replica as its page draws it. */
export interface Snapshot extends RingView, OwnView {}

/** What a member knows beside the RingView: of itself, and of the other members, whom it knows by name. */
export interface OwnView {
  readonly phase: Phase;
  readonly self: string;
  readonly isHost: boolean;
  readonly config: RunConfig | undefined;
  /** Floating-point operations of training on one loss term; undefined before there is a model. */
  readonly flopPerTerm: number | undefined;
  /** When the buckets of this replica's gradients are final; undefined before the first step. */
  readonly bucketTimes: BucketTimes | undefined;
  /** The bytes of one part of the next sum, where it travels as factors: its two messages, one after the other; else
   *  undefined. */
  readonly factorBytes: readonly [number, number] | undefined;
  /** The rate of the slowest link that it sends sums on, the best of the last steps; undefined: not measured. */
  readonly sumBytesPerSecond: number | undefined;
  /** ‖what the codec dropped here and the next contribution adds‖ ÷ ‖usual gradient‖; undefined: no usual gradient yet. */
  readonly residualShare: number | undefined;
  /** Where parts are bounded (S25): what of its part this replica sent in the last step, 0 … 1; undefined: none was bounded. */
  readonly sentShare: number | undefined;
  /** What this device made alone in steps on the side, with the settings of now; undefined: not measured. */
  readonly loneTrial: LoneTrial | undefined;
  /** Which engine this device runs, and why; undefined before one is chosen. */
  readonly engine: EngineReport | undefined;
  /** The step after which this lineage went on without a quorum of the lineage before (S4); undefined: it is the
   *  first. */
  readonly forkedAfterStep: number | undefined;
  /** Kept on this replica when its lineage yielded to another (S4); the `checkpoint` command requests it. */
  readonly forkCheckpoint: ForkCheckpoint | undefined;
  /** Kept on this replica where the host set a patience (S27). */
  readonly best: BestCheckpoint | undefined;
  /** Members of the current view: the one number a class looks at. */
  readonly worldSize: number;
  /** The peers by rank, then those not yet members. */
  readonly peers: readonly PeerStatus[];
  /** The digest of the state that this replica holds. The state may include a finished step that the next header
   *  commits. */
  readonly digest: string;
  /** How the next sums travel and how they are encoded; undefined before a run is known. */
  readonly buckets: RunConfig['buckets'] | undefined;
  /** How often the members add up; undefined before a run is known. */
  readonly sync: RunConfig['sync'] | undefined;
  /** The host's settings; undefined before a run is known. */
  readonly batch: Pick<RunConfig, 'batchMode' | 'globalBatch' | 'shards'> | undefined;
  /** Examples. */
  readonly localBatch: number;
  /** The slow lines that the room's members emulate on their links. */
  readonly network: NetworkSettings;
  /** What the host decided about the room; undefined: nothing yet. */
  readonly room: (RoomState & RoomDocument) | undefined;
  /** The answers to the host's question, also while it is open. Ascending: no order tells whose they are. */
  readonly answersSoFar: readonly number[];
  /** What this replica answered to it. */
  readonly ownAnswer: number | undefined;
  /** A link to hand hosting over is out, on the host's page. `token`: its secret, where this page made it. */
  readonly handOver: { readonly token: string | undefined } | undefined;
  /** This page hosted the room before, and another device does now (H15). */
  readonly hasHostMoved: boolean;
  /** Who waits at the shut door. */
  readonly lobby: readonly { readonly id: string; readonly name: string }[];
  /** Examples that no sum holds and nobody computes again (S9b, S20). */
  readonly givenUp: number;
  /** Retries, catch-ups and dropped frames since the start: zero on a calm day. */
  readonly counters: {
    readonly retries: number;
    readonly catchUps: number;
    readonly droppedFrames: number;
    readonly viewChanges: number;
  };
  /** The noise of the last committed step: the batch (in examples) above which a larger one stops helping; undefined:
   *  not yet known. */
  readonly noise: Noise | undefined;
  /** The alarm of the last committed step: what goes wrong, the likely cause, and a remedy. */
  readonly alarm: Alarm | undefined;
  /** Members suspended from the plan for being slow, and until which step. */
  readonly suspended: readonly { readonly member: string; readonly untilStep: number }[];
  /** Kicked or evicted members that were not admitted again, by their last known names. */
  readonly removed: readonly { readonly id: string; readonly name: string }[];
  /** Groups of two and more in the room that run in one browser, and so on one device (H18), by id. */
  readonly devices: readonly (readonly string[])[];
  /** Devices that hold a seat at the room server and are not linked with the host, on its page. */
  readonly strangers: readonly { readonly id: string; readonly name: string }[];
  /** Devices that watch the room and are no members, by the server's count. */
  readonly observers: number;
  /** The room's data from member to member; undefined: none is offered here, and none could be. */
  readonly sharing: DataSharingNow | undefined;
}

export type QuestionNow = NonNullable<RingView['question']>;

/** The host's data, which members may receive from each other. */
export interface DataSharingNow {
  /** This device holds the files of the run. */
  readonly canOffer: boolean;
  /** They are more than members can be sent: their bytes, and the most. */
  readonly tooLarge?: { readonly bytes: number; readonly most: number };
  /** The host's device cuts and hashes its files. */
  readonly isPreparing: boolean;
  /** Undefined: the host sends none now. */
  readonly offer: { readonly sha256: string; readonly bytes: number } | undefined;
  /** Names of directly linked members who hold some of it. */
  readonly holders: readonly string[];
  /** Verified bytes, and how many members sent some. `isLinked`: to a member who has some. */
  readonly receiving:
    | { readonly bytes: number; readonly from: number; readonly isLinked: boolean }
    | undefined;
  /** This device gives all of it. */
  readonly givesAll: boolean;
  /** Why the last try ended. */
  readonly problem: Saying | undefined;
  /** Bytes from this device, and to how many. */
  readonly sentBytes: number;
  readonly receivers: number;
}

/** A line for the activity log: 'Brave Otter joined', 'step 120 retried after Calm Heron left'. */
export interface Notice {
  readonly atMs: number;
  readonly level: 'info' | 'good' | 'warning' | 'error';
  readonly says: Saying;
}

/** `no-server`: the page lies on a host of plain files. The last news. */
export type RoomNews = NewsOfServer | { readonly kind: 'no-server' };

export type ReplicaEvent =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'steps'; readonly steps: readonly StepRecord[] }
  /** What the ring's decisions changed in the run, after the steps that came before. */
  | { readonly kind: 'changed'; readonly changes: readonly Changed[] }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** The run was written to this device's storage by itself. */
  | { readonly kind: 'kept'; readonly step: number; readonly atMs: number }
  /** The accounts since the command of that name: where the time of steps went at members, each step of each member
   *  once. */
  | { readonly kind: 'timeline'; readonly accounts: readonly SeenAccount[] }
  /** The loss of the steps before this replica's first one, as another member saw it. */
  | { readonly kind: 'earlier'; readonly points: readonly CurvePoint[] }
  /** A sum that has just been made, as its members tell it, since the command of that name. */
  | { readonly kind: 'sum'; readonly sum: SeenSum }
  /** Decision grid for 2-D data (side × side class probabilities of class 1), digits with predictions, or text. */
  | { readonly kind: 'sample'; readonly sample: Sample };

export type Sample =
  | {
      readonly kind: 'boundary';
      readonly side: number;
      readonly probability: Float32Array; // (side, side), row 0 = largest y
      readonly points: Float32Array; // (n, 2)
      readonly labels: Uint8Array; // (n)
      readonly extent: number; // the grid covers −extent … extent on both axes
    }
  | {
      readonly kind: 'digits';
      readonly side: number;
      readonly pixels: Float32Array; // (n, side, side), 0 … 1
      readonly labels: Uint8Array; // (n)
      readonly predicted: Uint8Array; // (n)
      readonly confidence: Float32Array; // (n)
    }
  | ({ readonly kind: 'amounts' } & AmountView)
  | {
      readonly kind: 'text';
      /** The prompt as the model received it: without characters that it does not know. */
      readonly prompt: string;
      readonly continuation: string;
      /** 0: always the likeliest character. */
      readonly temperature: number;
    };

// ── What the page sends ─────────────────────────────────────────────────────────────────────────────────────

/** What a host's page may say: a command that all members apply at one header, or a change of the room's document. */
export type HostCommand = RingCommand | RoomCommand;

export type Command =
  /** Signed with the host key. Refused with a notice on a page that is not the host's. */
  | { readonly kind: 'host'; readonly command: HostCommand }
  | ProvideCommand
  /** Members may receive the files that this device trains on; or no longer. From the host it is the offer; from a member
   *  with its own copy of what the host offers, help. */
  | { readonly kind: 'offer-data'; readonly isOpen: boolean }
  /** Receives the room's data from members who hold it; `stop-data` ends that, and keeps what came. */
  | { readonly kind: 'receive-data' }
  | { readonly kind: 'stop-data' }
  /** Requests a `sample` event of the current model; for a language model, the continuation of `prompt`. */
  | { readonly kind: 'sample'; readonly prompt?: string; readonly temperature?: number }
  /** `timeline` events from now on: what there is at once, and every second what is new; or no more. */
  | { readonly kind: 'timeline'; readonly isWatched: boolean }
  /** `sum` events from now on: every few seconds the last sum; or no more. */
  | { readonly kind: 'sum'; readonly isWatched: boolean }
  /** Answers the host's question of this number (H16), or changes the answer while it is open. */
  | { readonly kind: 'answer'; readonly question: number; readonly value: number }
  /** The host makes a link by which another device takes hosting over, or takes it back. */
  | { readonly kind: 'hand-over'; readonly isOffered: boolean }
  /** The host lets the ring continue with the run in this file, which this replica reads and brings. `steps`: where the
   *  run ends; undefined: where the file says. */
  | { readonly kind: 'resume'; readonly file: Blob | ArrayBuffer; readonly steps?: number }
  /** The room's creator takes seats at the room server back (R32), and those of all that watch if it says so. */
  | { readonly kind: 'free-seats'; readonly members: readonly string[]; readonly observers: boolean }
  /** The host adds pictures to the data that the run trains on, and the ring trains on with them from where it is. */
  | { readonly kind: 'mend'; readonly added: readonly AddedExample[] }
  /** Sends goodbye and ends. */
  | { readonly kind: 'leave' };

/** What a page asks its replica for. Each request has one reply. */
export type ReplicaRequest =
  /** The newest events and frames, as JSON Lines. They name members and network faults, never keys, tokens or data. */
  | { readonly kind: 'flight-record' }
  /** A copy of the parameters that this replica holds. */
  | {
      readonly kind: 'weights';
      readonly wantsHeldOut: boolean;
      /** The whole model, where it is small enough for a copy. */
      readonly isForObservers?: boolean;
    }
  /** The model's view of a few examples now. */
  | { readonly kind: 'sample' }
  | { readonly kind: 'checkpoint'; readonly what: CheckpointKind };

export interface ReplicaReplies {
  readonly 'flight-record': string;
  /** Undefined: there are no trained parameters yet. */
  readonly weights: Weights | undefined;
  /** Undefined: there are no trained parameters yet, or their examples cannot be drawn. */
  readonly sample: Sample | undefined;
  readonly checkpoint: Result<Checkpoint, 'nothing-to-save'>;
}

// ── The page's half (page.ts implements these) ──────────────────────────────────────────────────────────────

/** The credentials for a room. The key and the host token never reach the server. */
export interface RoomTicket {
  readonly code: string;
  /** The key from the URL fragment of a private room; undefined in an open one. */
  readonly key: string | undefined;
  /** Stored on the device of the page that created the room; never part of a join link. */
  readonly hostToken: string | undefined;
  /** The host token came by a link that hands hosting over (H15). It counts once the ring says so. */
  readonly isHandedOver?: boolean;
  /** Code and mark are the address of this very room (R30); undefined where the code was typed. */
  readonly mark?: string | undefined;
  /** Stored with the host token. The host needs it to restore the room on a server that lost it. */
  readonly isOpen?: boolean;
  /** Stored with the host token. By it the code leads to this room again on a server that was restarted (R30b). */
  readonly stamp?: string | undefined;
}

/** A `.safetensors` file. */
export interface Checkpoint {
  readonly name: string;
  readonly file: Blob;
  /** The files that the run trains on, images before labels, unless each member keeps its own to itself. They are not in
   *  the file. */
  readonly data?: readonly Blob[] | undefined;
}

export interface ReplicaHandle {
  /** The listener receives the latest snapshot at once, then every event. Returns the unsubscriber. */
  subscribe(listener: (event: ReplicaEvent) => void): () => void;
  send(command: Command): void;
  /** Rejects where no reply came in time, or the replica has ended. A flight record comes without its Worker too. */
  request<Kind extends ReplicaRequest['kind']>(
    request: Extract<ReplicaRequest, { kind: Kind }>,
  ): Promise<ReplicaReplies[Kind]>;
  /** Leaves if it has not left yet, then ends the Worker and the links. */
  destroy(): void;
}

/** `window.lockstep`: the same handle for the browser's console and for scripts. */
export interface LockstepConsole {
  snapshot(): Snapshot | undefined;
  /** Committed steps after `step`, oldest first. */
  stepsAfter(step: number): readonly StepRecord[];
  notices(): readonly Notice[];
  /** How often this page has drawn its panels again. */
  draws(): number;
  /** The newest events, as JSON Lines. */
  flightRecord(): Promise<string>;
  /** Rejects where there is none. */
  checkpoint(what?: CheckpointKind): Promise<Checkpoint>;
  send(command: Command): void;
}

/** `window.lockstepEntry`: scripts enter a room without a click. On every page of the app. */
export interface LockstepEntry {
  create(options: {
    readonly isOpen: boolean;
    readonly config: RunConfig;
    readonly name: string;
    /** 'auto' by default. */
    readonly engine?: EngineWish;
  }): Promise<{ readonly code: string; readonly url: string }>;
  join(urlOrCode: string, name: string, engine?: EngineWish): Promise<void>;
  provideFiles(inputFile: ArrayBuffer, labelFile: ArrayBuffer, name: string): void;
  provideText(text: Blob | ArrayBuffer, named?: readonly Blob[]): void;
}

export type {
  Attempt,
  BucketMode,
  Changed,
  CurvePoint,
  DataChoice,
  DeviceReport,
  EngineReport,
  EngineTrial,
  EngineWish,
  FileData,
  League,
  LessonRun,
  LoneTrial,
  Layer,
  ModelSpec,
  NetworkSettings,
  OptimizerConfig,
  PeerStatus,
  Phase,
  PointSet,
  Question,
  ReplicaError,
  ReplicaErrorCode,
  RingCommand,
  RingView,
  RunConfig,
  SeenAccount,
  SeenSum,
  ToldMove,
  Span,
  SpanKind,
  ShownMeans,
  StepRecord,
  StepSplit,
  Weights,
};
