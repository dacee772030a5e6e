// One device for all engines: kernels that they share are compiled once. webgpu-faults.gpu.test.ts has engines with devices
// of their own.
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { engineContract } from '../testing/engine-contract';
import { createWebGpuEngine } from './webgpu-engine';

const context = await sharedContext();

engineContract((spec, microBatch, options) => createWebGpuEngine(spec, microBatch, { ...options, context }));
