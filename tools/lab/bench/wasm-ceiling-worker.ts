// One thread of the WebAssembly ceiling. It answers each job when it has done it.
import type { MultiplyAdd } from './multiply-add-module';

export type CeilingJob =
  | { readonly kind: 'multiply-add'; readonly module: Uint8Array<ArrayBuffer>; readonly rounds: number }
  | { readonly kind: 'allocate'; readonly bytes: number }
  | { readonly kind: 'copy'; readonly repeats: number };

const warmUpMs = 300;

let multiplyAdd: MultiplyAdd | undefined;
let source = new Uint8Array(0);
let target = new Uint8Array(0);

onmessage = ({ data: job }: MessageEvent<CeilingJob>) => {
  switch (job.kind) {
    case 'multiply-add': {
      multiplyAdd ??= warmed(job.module);
      multiplyAdd(job.rounds, 0.5);
      break;
    }
    case 'allocate':
      source = new Uint8Array(job.bytes).fill(1);
      target = new Uint8Array(job.bytes).fill(1); // touched, so that the copy meets no new pages
      break;
    case 'copy':
      for (let repeat = 0; repeat < job.repeats; repeat++) target.set(source);
      break;
  }
  postMessage('done');
};
postMessage('ready');

/** The browser compiles a function well only while it is called often. */
function warmed(module: Uint8Array<ArrayBuffer>): MultiplyAdd {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
  const run = exports.multiply_add as MultiplyAdd;
  for (const start = performance.now(); performance.now() - start < warmUpMs;) run(1000, 0.5);
  return run;
}
