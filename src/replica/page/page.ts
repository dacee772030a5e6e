// The page's half of a replica, for the UI, as far as screens need it before a room is entered: device and file questions,
// news of rooms. Loaded when first needed. `entrance.ts` has what comes with the press of Join.
import { realClock } from '../../base/clock';
import { ok, type Result } from '../../base/result';
import { reportAdapter } from '../../gpu/adapter-report';
import { watchRoom as watch, type RoomNews } from '../../net/signalling/look-up';
import { readInWorker } from '../files/file-reader';
import { presets } from '../presets';
import type { DeviceReport, RunConfig } from '../protocol';
import { spareWorker } from '../worker/replica-worker';
import { checkEngines, type EngineCheck } from './engine-check';
import { serverConfig } from './server-config';

export { checkEngines, presets, serverConfig };
export type { EngineCheck };
export type { Preset } from '../presets';

/** What this device keeps of a room that it opened. */
export interface HostedRun {
  readonly hostToken: string;
  readonly config?: RunConfig | undefined;
}

/** Starts a replica's Worker ahead of its replica. `hosted`: the room of this device that its person may enter. The returned
 *  function says that it is not needed any more. A tab that is put away gives it up. */
export function prepareReplica(hosted?: HostedRun): () => void {
  const holds = [spareWorker.hold(hosted ? undefined : presets[0].config)];
  let isOver = false;
  if (hosted)
    import('./entrance')
      .then(({ checked, readyToHost }) => {
        if (isOver) return;
        holds.push(spareWorker.hold(checked(hosted.config) ?? presets[0].config));
        readyToHost(hosted.hostToken);
      })
      .catch(() => undefined); // entering tries again, and reports what is missing
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') spareWorker.release();
  };
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onHidden);
    for (const release of holds) release();
  };
}

/** Watches a room from outside, and asks again every few seconds. The returned function ends it. */
export function watchRoom(code: string, onNews: (news: RoomNews) => void): () => void {
  return watch(location.origin, code, realClock, onNews);
}

export async function probeDevice(): Promise<DeviceReport> {
  return reportAdapter();
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
