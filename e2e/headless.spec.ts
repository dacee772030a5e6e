// A replica without a browser in a ring with a tab: they share a room, real data channels between Chromium and Node, and one
// digest per step. On Node's WebGPU too: e2e/long/headless.spec.ts.
import { test } from './fixtures';
import { trainWithNode } from './node-replicas';

test('a tab and a replica in Node hold one digest', ({ tabs }) => trainWithNode(tabs, ['cpu']));
