import { engineContract } from '../testing/engine-contract';
import { createWebGpuEngine } from './webgpu-engine';

engineContract(createWebGpuEngine);
