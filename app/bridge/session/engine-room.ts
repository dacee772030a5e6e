// The one door to the engine: the page's half of a replica, loaded when first needed, so that Home and Join stay
// small. Everything else the UI knows comes through src/replica/protocol.ts.
import type { Result } from '../../../src/base/result';
import type { LinkCheckState } from '../../../src/replica/page/page';
import type {
  Command,
  DeviceReport,
  ReplicaErrorCode,
  ReplicaHandle,
  RoomNews,
  RoomTicket,
  RunConfig,
} from '../../../src/replica/protocol';

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly config: RunConfig;
}

export interface IdxFiles {
  readonly kind: 'idx';
  readonly name: string;
  readonly sha256: string;
  readonly examples: number;
  readonly inputShape: readonly number[];
  readonly classes: number;
  readonly images: File;
  readonly labels: File;
}

export interface TextFile {
  readonly kind: 'text';
  readonly name: string;
  readonly sha256: string;
  readonly characters: number;
  /** Distinct characters. */
  readonly vocabulary: number;
  readonly file: File;
}

export type OwnFiles = IdxFiles | TextFile;

export function provideCommand(files: OwnFiles): Command {
  if (files.kind === 'text') return { kind: 'provide-text', text: files.file };
  const { images, labels, name } = files;
  return { kind: 'provide-files', images, labels, name };
}

/** Sizes known before anything is allocated. */
export interface RunSizes {
  readonly parameterCount: number;
  /** Of one micro-batch, on the device; twice what it is in mixed precision. */
  readonly activationBytes: number;
}

export interface ServerConfig {
  readonly publicUrl: string;
  readonly addresses: readonly string[];
}

export interface EngineRoom {
  createRoom(options: { isOpen: boolean }): Promise<Result<RoomTicket, ReplicaErrorCode>>;
  joinRoom(
    ticket: RoomTicket,
    options: { name: string; config?: RunConfig; useCpu?: boolean; memberId?: string },
  ): ReplicaHandle;
  watchRoom(code: string, onNews: (news: RoomNews) => void): () => void;
  startDemoRing(count: number, config: RunConfig, useCpu: boolean): readonly ReplicaHandle[];
  probeDevice(): Promise<DeviceReport>;
  serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>>;
  /** Really opens links, and times them; returns what ends the check and frees its room. */
  checkLinks(
    onChange: (state: LinkCheckState) => void,
    ticket?: { readonly code: string; readonly key: string },
  ): () => void;
  readonly presets: readonly Preset[];
  readIdxFiles(images: File, labels: File): Promise<Result<IdxFiles, 'bad-file'>>;
  readTextFile(file: File): Promise<Result<TextFile, 'bad-file'>>;
  /** Fails with a sentence for people when the run cannot be. */
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
