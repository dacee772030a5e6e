// The page's half of a replica, for the UI: rooms, demo rings, device and file questions. Loaded when first needed.
import { realClock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import { reportAdapter } from '../../gpu/adapter-report';
import { watchRoom as watch, type RoomNews } from '../../net/signalling/look-up';
import { serverConfigSchema, type ServerConfig } from '../../net/room/room-messages';
import { hostKeysFromToken } from '../../net/room/signed-command';
import { createRoom as makeRoom } from '../../net/signalling/signalling-create';
import { parseRunConfig } from '../../train/run/run-config';
import * as v from 'valibot';
import { startDemoRing } from './demo-ring';
import { checkEngines, type EngineCheck } from './engine-check';
import { describeRun } from '../describe-run';
import { exportedRun, forgetKeptRun, keptRuns, readSavedRun } from './kept-runs';
import { entryErrorOf } from '../room/entry-error';
import { readInWorker } from '../files/file-reader';
import { startLinkCheck, type LinkCheckState } from '../check/link-check';
import { presets } from '../presets';
import type {
  DeviceReport,
  EngineWish,
  ReplicaErrorCode,
  ReplicaHandle,
  RoomTicket,
  RunConfig,
} from '../protocol';
import { RoomReplica } from '../room/room-replica';
import { spareWorker } from '../worker/replica-worker';

export {
  checkEngines,
  describeRun,
  exportedRun,
  forgetKeptRun,
  keptRuns,
  presets,
  readSavedRun,
  startDemoRing,
};
export type { EngineCheck };
export type { SavedRun } from './kept-runs';
export type { Checked, LinkCheckState, MeasuredLink } from '../check/link-check';
export type { Preset } from '../presets';

const configMs = 8_000;

export async function createRoom(options: {
  isOpen: boolean;
}): Promise<Result<RoomTicket, ReplicaErrorCode>> {
  const made = await makeRoom(location.origin, options);
  if (!made.ok) return fail(entryErrorOf(made.error.code), made.error.message);
  const { code, key, hostToken, isOpen } = made.value;
  return ok({ code, key, hostToken, isOpen });
}

export function joinRoom(
  ticket: RoomTicket,
  options: { name: string; config?: RunConfig; engine?: EngineWish; memberId?: string },
): ReplicaHandle {
  return new RoomReplica({
    url: location.origin,
    ticket,
    name: options.name,
    config: checked(options.config),
    engine: options.engine ?? 'auto',
    memberId: options.memberId,
    facts: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
  });
}

/** What this device keeps of a room that it opened. */
export interface HostedRun {
  readonly hostToken: string;
  readonly config?: RunConfig | undefined;
}

/** Starts a replica's Worker ahead of its replica. `hosted`: the room of this device that its person may enter. The returned
 *  function says that it is not needed any more. A tab that is put away gives it up. */
export function prepareReplica(hosted?: HostedRun): () => void {
  const release = spareWorker.hold(checked(hosted?.config) ?? presets[0].config);
  if (hosted) hostKeysFromToken(hosted.hostToken); // makes the tables of signatures
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') spareWorker.release();
  };
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    release();
  };
}

/** Watches a room from outside, and asks again every few seconds. The returned function ends it. */
export function watchRoom(code: string, onNews: (news: RoomNews) => void): () => void {
  return watch(location.origin, code, realClock, onNews);
}

/** Checks the links of this device with itself, then with a second device; with a ticket, as that second device. The
 *  returned function ends the check. */
export function checkLinks(
  onChange: (state: LinkCheckState) => void,
  ticket?: { readonly code: string; readonly key: string },
): () => void {
  return startLinkCheck({
    url: location.origin,
    name: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
    onChange,
    ...(ticket && { ticket }),
  });
}

async function iceServersOfServer(): Promise<readonly RTCIceServer[]> {
  const config = await serverConfig();
  return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
}

/** The stored configuration of a room may be of an older version. Then its host waits to be admitted, as guests do. */
function checked(config: RunConfig | undefined): RunConfig | undefined {
  const parsed = config && parseRunConfig(config);
  return parsed?.ok ? parsed.value : undefined;
}

export async function probeDevice(): Promise<DeviceReport> {
  return reportAdapter();
}

export async function serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(configMs) });
    const parsed = v.safeParse(serverConfigSchema, await response.json());
    if (parsed.success) return ok(parsed.output);
    return fail('wrong-version', 'the server’s configuration is of another version: reload the page');
  } catch (error) {
    return fail('server-unreachable', error instanceof Error ? error.message : String(error));
  }
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

/** Read and checked in a separate Worker; the page keeps the files, not their bytes. */
export async function readIdxFiles(images: File, labels: File): Promise<Result<IdxFiles, 'bad-file'>> {
  const name = inertName(images.name);
  const read = await readInWorker({ kind: 'idx', images, labels, name });
  return read.ok ? ok({ kind: 'idx', name, ...read.value, images, labels }) : read;
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

export async function readTextFile(file: File): Promise<Result<TextFile, 'bad-file'>> {
  const read = await readInWorker({ kind: 'text', file });
  return read.ok ? ok({ kind: 'text', name: file.name.slice(0, 120) || 'text', ...read.value, file }) : read;
}

function inertName(fileName: string): string {
  return fileName.replace(/\.(gz|idx\d?-ubyte)/gi, '').slice(0, 120) || 'images';
}

function browserName(userAgent: string): string {
  const match = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(userAgent);
  if (!match) return 'a browser';
  const name =
    { Firefox: 'Firefox', Edg: 'Edge', Chrome: 'Chromium', Version: 'Safari' }[match[1]] ?? match[1];
  return `${name} ${match[2]}`;
}
