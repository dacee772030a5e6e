// Replicas without a browser in a ring with a tab: they share a room, real data channels between Chromium and Node, and one
// digest per step. One of them is on Node’s WebGPU, whose software adapter is slow.
import { test } from '../fixtures';
import { trainWithNode } from '../node-replicas';

test('a tab and replicas in Node, one on WebGPU and one on the CPU, hold one digest', ({ tabs }) =>
  trainWithNode(tabs, ['webgpu', 'cpu']));
