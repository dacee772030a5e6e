import { createCpuEngine } from './cpu-engine';
import { engineContract } from './engine-contract';

engineContract((...args) => Promise.resolve(createCpuEngine(...args)));
