// The entry of a compute thread in Node: TypeScript without a build and shaders as text, whatever started the process.
import { register as registerHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks(new URL('../../../scripts/shader-loader.mjs', import.meta.url));
const { computeThread } = await import('../../model/simd/compute-thread.ts');
const receive = computeThread((message, transfer = []) => parentPort.postMessage(message, transfer));
parentPort.on('message', receive);
