// The UI's only way to the engine: the page's half of a replica. It is loaded when first needed, so that Home and Join stay
// small. Everything else that the UI knows comes through src/replica/protocol.ts.
import type { Result } from '../../../src/base/result';
import type { RunSizes } from '../../../src/replica/describe-run';
import type {
  EngineCheck,
  HostedRun,
  IdxFiles,
  LinkCheckState,
  Preset,
  SavedRun,
  TextFile,
} from '../../../src/replica/page/page';
import type {
  Command,
  DeviceReport,
  EngineWish,
  ReplicaErrorCode,
  ReplicaHandle,
  RoomNews,
  RoomTicket,
  RunConfig,
} from '../../../src/replica/protocol';

export type { EngineCheck, IdxFiles, Preset, SavedRun, TextFile };

/** Files of this device that a run trains on. */
export type LocalFiles = IdxFiles | TextFile;

export function provideCommand(files: LocalFiles): Command {
  if (files.kind === 'text') return { kind: 'provide-text', text: files.file };
  const { images, labels, name } = files;
  return { kind: 'provide-files', images, labels, name };
}

export interface ServerConfig {
  readonly publicUrl: string;
  readonly addresses: readonly string[];
}

export interface EngineRoom {
  createRoom(options: { isOpen: boolean }): Promise<Result<RoomTicket, ReplicaErrorCode>>;
  joinRoom(
    ticket: RoomTicket,
    options: { name: string; config?: RunConfig; engine?: EngineWish; memberId?: string },
  ): ReplicaHandle;
  /** Starts a replica's Worker ahead of its replica. `hosted`: the room of this device that its person may enter. The
   *  returned function says that it is not needed any more. */
  prepareReplica(hosted?: HostedRun): () => void;
  watchRoom(code: string, onNews: (news: RoomNews) => void): () => void;
  startDemoRing(count: number, config: RunConfig, engine: EngineWish): readonly ReplicaHandle[];
  probeDevice(): Promise<DeviceReport>;
  /** Times the engines of this device on a small model, in a Worker. */
  checkEngines(): Promise<EngineCheck>;
  serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>>;
  /** Opens real links and times them. The returned function ends the check and gives its room back. */
  checkLinks(
    onChange: (state: LinkCheckState) => void,
    ticket?: { readonly code: string; readonly key: string },
  ): () => void;
  readonly presets: readonly Preset[];
  readIdxFiles(images: File, labels: File): Promise<Result<IdxFiles, 'bad-file'>>;
  readTextFile(file: File): Promise<Result<TextFile, 'bad-file'>>;
  /** The runs that this device keeps, newest first. */
  keptRuns(): Promise<readonly SavedRun[] | 'none here'>;
  forgetKeptRun(name: string): Promise<void>;
  /** Reads a saved run whole. */
  readSavedRun(file: File): Promise<Result<SavedRun, 'bad-file'>>;
  /** A checkpoint as an archive for PyTorch. */
  exportedRun(file: Blob): Promise<Result<Blob, 'bad-file'>>;
  /** Fails with a sentence for people when the run is impossible. */
  describeRun(config: RunConfig): Result<RunSizes, 'bad-config'>;
}

let loading: Promise<EngineRoom> | undefined;

/** Rejects when the chunk cannot be fetched; the next call tries again. */
export function engineRoom(): Promise<EngineRoom> {
  loading ??= import('../../../src/replica/page/page').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
