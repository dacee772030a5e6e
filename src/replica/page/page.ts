// The page's half of a replica, for the UI, as far as screens need it before a room is entered: device questions,
// news of rooms. Loaded when first needed. `entrance.ts` has what comes with the press of Join.
import { realClock } from '../../base/clock';
import { reportAdapter } from '../../gpu/adapter-report';
import { watchRoom as watch, type RoomNews } from '../../net/signalling/look-up';
import { presets } from '../presets';
import type { DeviceReport, RunConfig } from '../protocol';
import { spareWorker } from '../worker/replica-worker';
import { checkEngines, type EngineCheck } from './engine-check';
import { serverConfig } from './server-config';

export { checkEngines, presets, serverConfig };
export type { EngineCheck };
export type { Preset, PresetId } from '../presets';

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
