import { createCpuEngine } from './cpu-engine';
import { engineContract } from './engine-contract';

engineContract((spec, microBatch) => Promise.resolve(createCpuEngine(spec, microBatch)));
