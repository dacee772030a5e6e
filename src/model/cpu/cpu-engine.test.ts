import { createCpuEngine } from './cpu-engine';
import { engineContract } from '../testing/engine-contract';

engineContract((...args) => Promise.resolve(createCpuEngine(...args)));
