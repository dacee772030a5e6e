/// <reference lib="webworker" />
// The SharedWorker in which tabs of one browser meet.
import { TabMeeting } from './tab-meeting';

declare const self: SharedWorkerGlobalScope;

const meeting = new TabMeeting();
self.onconnect = ({ ports: [page] }) => {
  page.onmessage = ({ ports: [asked] }) => meeting.add(asked);
};
