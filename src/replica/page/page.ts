// The page's half of a replica, for the UI, as far as every first screen needs it: questions about this device, the presets.
// Loaded when first needed. `room-news.ts` has what comes with the code of a room, `entrance.ts` with the press of Join.
import { reportAdapter } from '../../gpu/adapter-report';
import { presets } from '../presets';
import type { DeviceReport, RunConfig } from '../protocol';
import { spareWorker } from '../worker/spare-worker';
import { serverConfig } from './server-config';

export { presets, serverConfig };
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
      .then(({ readyToHost }) => {
        if (isOver) return;
        holds.push(spareWorker.hold(hosted.config ?? presets[0].config));
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

export async function probeDevice(): Promise<DeviceReport> {
  return reportAdapter();
}
