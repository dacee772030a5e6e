import { createSimdEngine } from './simd-engine';
import { engineContract } from '../testing/engine-contract';

engineContract((...args) => Promise.resolve(createSimdEngine(...args)));
