import { engineContract } from './engine-contract';
import { createWebGpuEngine } from './webgpu-engine';

engineContract(createWebGpuEngine);
