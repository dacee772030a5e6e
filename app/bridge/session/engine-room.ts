// The UI's only way to the engine: the page's half of a replica. Each part is loaded when first needed, so that Home and Join
// stay small. Everything else that the UI knows comes through src/replica/protocol.ts.
import type { Result } from '../../../src/base/result';
import type { DescribedRun } from '../../../src/replica/describe-run';
import type {
  CatalogueEntry,
  FileProgress,
  GivenFile,
  HuggingFaceDataset,
  Imported,
  Origin,
  Recipe,
  RecipeWish,
} from '../../../src/replica/page/data-desk';
import type { EngineCheck } from '../../../src/replica/page/engine-check';
import type { HostedRun, Preset } from '../../../src/replica/page/page';
import type { LinkCheckState } from '../../../src/replica/page/link-check';
import type { WatchedRing } from '../../../src/replica/page/watch';
import type { GivenGpt, SavedRun } from '../../../src/replica/page/kept-runs';
import type { LessonRing } from '../../../src/replica/page/lesson-ring';
import type {
  Command,
  DeviceReport,
  EngineWish,
  HostCommand,
  ReplicaErrorCode,
  ReplicaHandle,
  RoomNews,
  RoomTicket,
  RunConfig,
} from '../../../src/replica/protocol';

export type {
  CatalogueEntry,
  EngineCheck,
  FileProgress,
  GivenFile,
  GivenGpt,
  HuggingFaceDataset,
  Origin,
  Preset,
  Recipe,
  RecipeWish,
  SavedRun,
  WatchedRing,
};

/** Files of this device that a run trains on. */
export type LocalFiles = Imported;

export function provideCommand(files: LocalFiles): Command {
  if (files.kind === 'text') return { kind: 'provide-text', text: files.file };
  const { images, labels, name } = files;
  return { kind: 'provide-files', images, labels, name };
}

interface ServerConfig {
  readonly publicUrl: string;
  readonly addresses: readonly string[];
}

export interface EngineRoom {
  /** Starts a replica's Worker ahead of its replica. `hosted`: the room of this device that its person may enter. The
   *  returned function says that it is not needed any more. */
  prepareReplica(hosted?: HostedRun): () => void;
  probeDevice(): Promise<DeviceReport>;
  serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>>;
  readonly presets: readonly Preset[];
}

/** The check of this device. */
export interface TestBench {
  /** Times the engines of this device on a small model, in a Worker. */
  checkEngines(): Promise<EngineCheck>;
}

/** Rooms, seen from outside. */
export interface Reception {
  /** The returned function ends it. */
  watchRoom(code: string, onNews: (news: RoomNews) => void): () => void;
}

/** All that opens connections. */
export interface Entrance {
  createRoom(options: { isOpen: boolean }): Promise<Result<RoomTicket, ReplicaErrorCode>>;
  joinRoom(
    ticket: RoomTicket,
    options: {
      name: string;
      config?: RunConfig;
      engine?: EngineWish;
      memberId?: string;
      pass?: string | undefined;
    },
  ): ReplicaHandle;
  startDemoRing(count: number, config: RunConfig, engine: EngineWish): readonly ReplicaHandle[];
  /** A small ring to look at. */
  startPictureRing(count: number, config: RunConfig): readonly ReplicaHandle[];
}

/** The check of links. */
export interface LinkTester {
  /** Opens real links and times them. The returned function ends the check and gives its room back. */
  checkLinks(
    onChange: (state: LinkCheckState) => void,
    ticket?: { readonly code: string; readonly key: string },
  ): () => void;
}

/** Data to train on. */
export interface DataDesk {
  /** Whatever the files are. `recipe`: the room's, or a person's wish; undefined to choose. */
  importFiles(
    files: readonly GivenFile[],
    recipe?: RecipeWish,
    onProgress?: (progress: FileProgress) => void,
    signal?: AbortSignal,
    /** The room's run uses only the beginning of its text. */
    isCut?: boolean,
  ): Promise<Result<LocalFiles, 'bad-file'>>;
  /** Public datasets. */
  readonly catalogue: readonly CatalogueEntry[];
  /** Aborted by `signal`, it keeps what has arrived. */
  downloadData(
    origin: Origin,
    recipe: RecipeWish | undefined,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
    isCut?: boolean,
  ): Promise<Result<LocalFiles, 'bad-file'>>;
  /** The name of a dataset on Hugging Face, from what a person typed. */
  datasetName(text: string): Result<string, 'bad-name'>;
  lookUpDataset(name: string): Promise<Result<HuggingFaceDataset, 'bad-file'>>;
}

/** The saved runs of this device. */
export interface SavedRunShelf {
  /** The runs that this device keeps, newest first. */
  keptRuns(): Promise<readonly SavedRun[] | 'none here'>;
  forgetKeptRun(name: string): Promise<void>;
  /** Reads a saved run whole. */
  readSavedRun(file: File): Promise<Result<SavedRun, 'bad-file'>>;
  /** A GPT of others among these files. */
  readGpt(given: readonly GivenFile[]): Promise<Result<GivenGpt, 'bad-file'>>;
  /** A run that trains it further, before its first step. */
  beginWithGpt(
    gpt: GivenGpt,
    wish: {
      readonly text: Extract<LocalFiles, { kind: 'text' }>;
      readonly steps: number;
      readonly learningRate: number;
    },
  ): Promise<Result<SavedRun, 'bad-file'>>;
  /** A checkpoint as an archive for PyTorch. */
  exportedRun(file: Blob, data: readonly Blob[] | undefined): Promise<Result<Blob, 'bad-file'>>;
}

/** Rings of a lesson, in this page. */
export interface LessonRings {
  startLessonRing(count: number, config: RunConfig, first: readonly HostCommand[]): LessonRing;
}

/** Watching a ring without being a replica of it. */
export interface WatchDesk {
  /** The returned function ends it. */
  watchRing(code: string, key: string | undefined, onChange: (ring: WatchedRing) => void): () => void;
}

/** The compiler of models. */
export interface Planner {
  /** Fails with what people are told when the run is impossible. */
  describeRun(config: RunConfig): DescribedRun;
}

/** Each of these rejects when its chunk cannot be fetched; the next call tries again. */
export const engineRoom = loadOnce<EngineRoom>(() => import('../../../src/replica/page/page'));
export const loadTestBench = loadOnce<TestBench>(() => import('../../../src/replica/page/engine-check'));
export const loadReception = loadOnce<Reception>(() => import('../../../src/replica/page/room-news'));
export const loadEntrance = loadOnce<Entrance>(() => import('../../../src/replica/page/entrance'));
export const loadLinkTester = loadOnce<LinkTester>(() => import('../../../src/replica/page/link-check'));
export const loadDataDesk = loadOnce<DataDesk>(() => import('../../../src/replica/page/data-desk'));
export const loadSavedRuns = loadOnce<SavedRunShelf>(() => import('../../../src/replica/page/kept-runs'));
export const loadLessonRings = loadOnce<LessonRings>(() => import('../../../src/replica/page/lesson-ring'));
export const loadWatch = loadOnce<WatchDesk>(() => import('../../../src/replica/page/watch'));
export const loadPlanner = loadOnce<Planner>(() => import('../../../src/replica/describe-run'));

function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
