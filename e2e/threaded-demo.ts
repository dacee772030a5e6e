// A demo whose engine on the processor computes with all the threads that this device gives one replica.
import { cpus } from 'node:os';

/** The demo’s steps are long enough to share. */
export const threadedDemo = '/alone?replicas=1&preset=digits-cnn&backend=cpu';

/** The rule of chooseThreads: one a core of two, otherwise one less than the cores, at most 8. */
const cores = cpus().length;
export const threads = cores <= 2 ? cores : Math.min(8, cores - 1);
/** The device's name that the roster shows. */
export const cpuDevice = `CPU (SIMD, ${threads === 1 ? '1 thread' : `${threads} threads`})`;
