// The way of a tab to where the tabs of its browser meet: a SharedWorker; in a browser without those, as Chrome on Android,
// a service worker. That one controls no page and answers no request: its scope is the folder of its own script.

/** Brings a port, on which a tab asks, to the meeting. Rejects where the browser starts no such worker. */
export type MeetingPlace = (asked: MessagePort) => Promise<void>;

export function meetingPlace(): MeetingPlace | undefined {
  if (typeof SharedWorker !== 'undefined') return sharedWorkerPlace();
  return 'serviceWorker' in navigator ? askServiceWorker : undefined;
}

function sharedWorkerPlace(): MeetingPlace {
  let worker: SharedWorker | undefined;
  return (asked) =>
    new Promise((resolve) => {
      worker ??= startSharedWorker();
      worker.port.postMessage(undefined, [asked]);
      resolve();
    });
}

const startSharedWorker = (): SharedWorker =>
  new SharedWorker(new URL('./tab-meeting-entry.ts', import.meta.url), {
    type: 'module',
    name: 'lockstep tabs',
  });

/** A service worker may end whenever it has nothing to do, so each question asks for it again. */
async function askServiceWorker(asked: MessagePort): Promise<void> {
  const { default: address } = await import('./tab-meeting-service?worker&url');
  const { installing, waiting, active } = await navigator.serviceWorker.register(address, { type: 'module' });
  (installing ?? waiting ?? active)?.postMessage(undefined, [asked]);
}
