/// <reference lib="webworker" />
// The service worker in which tabs of one browser meet, where there are no SharedWorkers.
import { realClock } from '../../base/clock';
import { TabMeeting } from './tab-meeting';

declare const self: ServiceWorkerGlobalScope;

/** A tab that has met nobody by then does not wait any more. */
const stayMs = 5_000;

const meeting = new TabMeeting();
self.onmessage = (event) => {
  meeting.add(event.ports[0]);
  event.waitUntil(new Promise<void>((resolve) => realClock.after(stayMs, resolve)));
};
