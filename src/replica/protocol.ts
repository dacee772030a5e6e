// Read this first. What a page may say to a replica (Command), what it hears back (ReplicaEvent), and what it
// draws (Snapshot). The replica lives in a Worker; everything here is structured-cloneable data.
import type { OptimizerConfig } from '../optim/config';
import type { ModelSpec } from '../model/spec';

// ── The run ─────────────────────────────────────────────────────────────────────────────────────────────────

export type PointSet = 'moons' | 'spirals' | 'circles' | 'xor';

export type DataChoice =
  | { readonly kind: 'points'; readonly set: PointSet; readonly examples: number; readonly noise: number }
  | { readonly kind: 'digits'; readonly examples: number }
  /** IDX files that every replica must hold itself; `sha256` (hex) is over the unpacked images then labels. */
  | {
      readonly kind: 'idx';
      readonly name: string;
      readonly sha256: string;
      readonly examples: number;
      readonly inputShape: readonly number[];
      readonly classes: number;
    };

export type BucketMode = 'per-tensor' | 'bucketed' | 'single';

/** Everything that must be equal on all replicas; its hash is compared in HELLO. */
export interface RunConfig {
  readonly model: ModelSpec;
  readonly data: DataChoice;
  /** Held out by a seeded shuffle. */
  readonly validationExamples: number;
  readonly seed: number;
  /** Per replica and step. */
  readonly localBatch: number;
  /** Rows per compiled micro-batch; localBatch is a whole number of them. */
  readonly microBatch: number;
  readonly optimizer: OptimizerConfig;
  readonly learningRate: number;
  /** Stop by itself after this many committed steps. */
  readonly steps: number;
  /** Evaluate the validation split every so many steps (0: never). */
  readonly evaluateEvery: number;
  readonly buckets: {
    readonly mode: BucketMode;
    readonly firstBytes: number;
    readonly capBytes: number;
    readonly overlap: boolean;
  };
}

// ── Phases ──────────────────────────────────────────────────────────────────────────────────────────────────

/** What a replica is doing, in the order a life usually takes. Each names its exits. */
export type Phase =
  /** Finding an adapter, compiling the plan. → needs-file | connecting | failed */
  | { readonly kind: 'starting'; readonly doing: string }
  /** The room's file is not on this device. → starting | left */
  | { readonly kind: 'needs-file'; readonly name: string; readonly sha256: string; readonly problem?: string }
  /** Opening links to the members. → healing | lobby | failed */
  | { readonly kind: 'connecting'; readonly waitingFor: readonly string[]; readonly sinceMs: number }
  /** In the ring, training not started. → training | left */
  | { readonly kind: 'lobby' }
  /** Fetching the state from another member. → training | paused | lobby | failed */
  | {
      readonly kind: 'healing';
      readonly why: string;
      readonly from: string;
      readonly receivedBytes: number;
      readonly totalBytes: number;
    }
  /** Stepping; `waitingFor` names the peer when a wait lasts. → paused | healing | regrouping | finished | diverged */
  | {
      readonly kind: 'training';
      readonly waitingFor?: { readonly peer: string; readonly what: string; readonly sinceMs: number };
    }
  /** A member was lost: agreeing on a new view. → training | no-quorum */
  | { readonly kind: 'regrouping'; readonly lost: readonly string[]; readonly sinceMs: number }
  /** Too few members can be heard to go on (S4). → training | healing */
  | { readonly kind: 'no-quorum'; readonly why: string; readonly sinceMs: number }
  /** By the host. → training | finished */
  | { readonly kind: 'paused' }
  /** All steps are done, or the host stopped. → training (after a new configuration) */
  | { readonly kind: 'finished'; readonly why: string }
  /** The sum or the loss is no longer finite; the last good state is kept. → training (after a new configuration) */
  | { readonly kind: 'diverged'; readonly why: string }
  /** Cannot go on. Terminal. */
  | { readonly kind: 'failed'; readonly error: ReplicaError }
  /** Said goodbye. Terminal. */
  | { readonly kind: 'left' };

export type ReplicaErrorCode =
  | 'no-https'
  | 'no-webgpu'
  | 'no-adapter'
  | 'device-lost'
  | 'out-of-memory'
  | 'model-does-not-fit'
  | 'gpu-error'
  | 'network-blocked'
  | 'room-not-found'
  | 'room-full'
  | 'wrong-key'
  | 'wrong-version'
  | 'wrong-config'
  | 'kicked'
  | 'server-unreachable'
  | 'bug';

export interface ReplicaError {
  readonly code: ReplicaErrorCode;
  readonly message: string;
}

// ── What the page sees ──────────────────────────────────────────────────────────────────────────────────────

/** One step's wall time at one replica, in ms; the five parts add up to `wallMs`. */
export interface StepSplit {
  /** Forward, backward and readback, with no communication running. */
  readonly computeMs: number;
  /** Communication hidden under compute: bytes moving while the backward still ran. */
  readonly overlappedMs: number;
  /** Communication after compute had ended. */
  readonly exposedMs: number;
  /** Nothing to do but wait for a peer's first byte. */
  readonly waitingMs: number;
  /** Update, upload, bookkeeping. */
  readonly otherMs: number;
  readonly wallMs: number;
  /** Whom it waited for longest, if at all. */
  readonly waitedFor?: string;
}

export interface PeerStatus {
  readonly id: string;
  /** Inert text from the peer; never markup. */
  readonly name: string;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  /** undefined while not yet a member. */
  readonly rank: number | undefined;
  /** Position around the ring; undefined while not yet a member. */
  readonly ringPosition: number | undefined;
  readonly state: 'connecting' | 'joining' | 'member' | 'silent' | 'lost';
  readonly backend: 'webgpu' | 'cpu' | 'unknown';
  readonly device: string;
  readonly isSoftware: boolean;
  /** Digest held after the last committed step; undefined before it is known. */
  readonly digest: string | undefined;
  readonly split: StepSplit | undefined;
  readonly examplesContributed: number;
  readonly roundTripMs: number | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly heardMsAgo: number | undefined;
}

export interface Snapshot {
  readonly phase: Phase;
  readonly self: string;
  readonly isHost: boolean;
  readonly config: RunConfig | undefined;
  readonly parameterCount: number;
  readonly lineage: string;
  readonly generation: number;
  /** Members of the current view: the one number a class looks at. */
  readonly worldSize: number;
  /** By rank, then those not yet members. */
  readonly peers: readonly PeerStatus[];
  /** Committed steps. */
  readonly step: number;
  readonly digest: string;
  /** Do all members hold the same digest? */
  readonly lockstep: 'agreed' | 'checking' | 'disagreed' | 'alone';
  /** Σ local batch over the members. */
  readonly effectiveBatch: number;
  readonly localBatch: number;
  readonly learningRate: number;
  readonly stepsPerSecond: number | undefined;
  readonly examplesPerSecond: number | undefined;
  readonly examplesTotal: number;
  /** Retries, heals and dropped frames since the start: zero on a calm day. */
  readonly counters: {
    readonly retries: number;
    readonly heals: number;
    readonly droppedFrames: number;
    readonly viewChanges: number;
  };
  readonly validation:
    { readonly step: number; readonly loss: number; readonly accuracy: number } | undefined;
}

/** One committed step, as every member computed it from the same bytes. */
export interface StepRecord {
  readonly step: number; // 1-based: the number of committed steps after it
  readonly atMs: number; // epoch ms at this replica
  readonly generation: number;
  readonly worldSize: number;
  readonly effectiveBatch: number; // Σ n_j that entered the sum
  readonly examplesTotal: number;
  readonly learningRate: number;
  readonly loss: number; // mean over the step's examples
  readonly accuracy: number; // 0 … 1, on the step's training examples
  readonly gradientNorm: number; // ‖ḡ‖
  readonly digest: string;
  readonly digests: Readonly<Record<string, string>>; // peer id → digest held after this step
  readonly splits: Readonly<Record<string, StepSplit>>; // peer id → its measured split
  readonly bytesSent: number; // by this replica, in this step
  readonly bytesReceived: number;
  readonly allReduceMs: number; // first bucket launched → last bucket whole
  readonly buckets: number;
  readonly validation?: { readonly loss: number; readonly accuracy: number };
}

/** A line for the activity log: 'Brave Otter joined', 'step 120 retried after Calm Heron left'. */
export interface Notice {
  readonly atMs: number;
  readonly level: 'info' | 'good' | 'warning' | 'error';
  readonly text: string;
}

export type ReplicaEvent =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'steps'; readonly steps: readonly StepRecord[] }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** Decision grid for 2-D data (side × side class probabilities of class 1) or digit samples with predictions. */
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
    };

// ── What the page may say ───────────────────────────────────────────────────────────────────────────────────

export type HostCommand =
  | { readonly kind: 'start' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'stop' }
  /** A new run: new parameters, step 0, same members. */
  | { readonly kind: 'configure'; readonly config: RunConfig }
  | { readonly kind: 'set-learning-rate'; readonly learningRate: number }
  | { readonly kind: 'set-buckets'; readonly buckets: RunConfig['buckets'] }
  | { readonly kind: 'kick'; readonly peer: string };

export type Command =
  /** Signed with the host key and decided by all at a step boundary; refused with a notice when not the host. */
  | { readonly kind: 'host'; readonly command: HostCommand }
  /** The bytes of IDX files (gzip or not) chosen by the user for the `needs-file` phase, or before configuring. */
  | {
      readonly kind: 'provide-files';
      readonly images: ArrayBuffer;
      readonly labels: ArrayBuffer;
      readonly name: string;
    }
  /** Ask for a `sample` event of the current model. */
  | { readonly kind: 'sample' }
  /** Say goodbye and end. */
  | { readonly kind: 'leave' };

// ── The page's half (page.ts implements these) ──────────────────────────────────────────────────────────────

/** What it takes to enter a room. The key and the host token never reach the server. */
export interface RoomTicket {
  readonly code: string;
  /** From the URL fragment of a private room; undefined in an open one. */
  readonly key: string | undefined;
  /** Kept on this device by the page that created the room; never part of a join link. */
  readonly hostToken: string | undefined;
}

export interface DeviceReport {
  readonly webgpu: 'ready' | 'software' | 'no-https' | 'no-webgpu' | 'no-adapter';
  /** 'Apple M3 · Metal', 'SwiftShader'. Empty without WebGPU. */
  readonly adapter: string;
  readonly f16: boolean;
  readonly subgroups: boolean;
  /** One sentence with the one next step for this browser, when webgpu is not 'ready'. */
  readonly advice: string | undefined;
}

export interface ReplicaHandle {
  /** The listener hears the latest snapshot at once, then every event. Returns the unsubscriber. */
  subscribe(listener: (event: ReplicaEvent) => void): () => void;
  send(command: Command): void;
  /** Leaves if it has not yet, then ends the Worker and the links. */
  destroy(): void;
}

/** `window.lockstep`: the same handle for the browser's console and for scripts. */
export interface LockstepConsole {
  snapshot(): Snapshot | undefined;
  /** Committed steps after `step`, oldest first. */
  stepsAfter(step: number): readonly StepRecord[];
  notices(): readonly Notice[];
  send(command: Command): void;
}

export type { ModelSpec, OptimizerConfig };
