// `npm run bench` installs missing packages, then compares the engine with jax-js and tfjs (tools/bench/bench.ts).
// `npm run bench -- start` times how long a replica takes to start (tools/bench/start/start-bench.ts).
// `npm run bench -- wire` measures links, sums, codecs and rings on emulated lines (tools/bench/wire/wire-bench.ts).
// `npm run bench -- far` measures links between two browsers on far lines (tools/bench/far/far-bench.ts).
// `npm run bench -- what-if` checks what-if predictions (tools/bench/what-if/what-if-bench.ts).
// `npm run bench -- ui` measures what the page costs while two tabs train (tools/bench/ui/ui-bench.ts).
// `npm run bench -- observers` measures 40 observers beside three replicas (tools/bench/ui/observers-bench.ts).
// `npm run bench -- memory` measures the memory that reading large files takes (tools/bench/memory/memory-bench.ts).
// `npm run bench -- save` measures what writing a run costs its steps (tools/bench/save/save-bench.ts).
// `npm run bench -- ddp` times a step of two tabs beside PyTorch’s DDP (tools/bench/ddp/ddp-bench.ts).
// `npm run bench -- finetune` trains adapters on a frozen GPT beside PyTorch (tools/bench/finetune/finetune-bench.ts).
// `npm run bench -- server-attacks` attacks the room server (tools/bench/server/server-attacks-bench.ts).
// `npm run bench -- server-load` joins 20,000 members to four processes (tools/bench/server/server-load-bench.ts).
// The bench owns stdout (`--json` prints only JSON lines there); everything else goes to stderr.
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';

const [suite, ...rest] = process.argv.slice(2);
const entries = {
  start: 'tools/bench/start/start-bench.ts',
  wire: 'tools/bench/wire/wire-bench.ts',
  far: 'tools/bench/far/far-bench.ts',
  'what-if': 'tools/bench/what-if/what-if-bench.ts',
  ui: 'tools/bench/ui/ui-bench.ts',
  observers: 'tools/bench/ui/observers-bench.ts',
  memory: 'tools/bench/memory/memory-bench.ts',
  save: 'tools/bench/save/save-bench.ts',
  ddp: 'tools/bench/ddp/ddp-bench.ts',
  finetune: 'tools/bench/finetune/finetune-bench.ts',
  'server-attacks': 'tools/bench/server/server-attacks-bench.ts',
  'server-load': 'tools/bench/server/server-load-bench.ts',
};
const entry = entries[suite];
/** These drive the built page. */
const needsPage = ['start', 'wire', 'ui', 'memory', 'save', 'ddp', 'server-attacks'].includes(suite);
const isOwn = !rest.some((arg) => arg === '--help' || arg === '-h' || /^--url(=|$)/.test(arg));

ensureInstalled();
if (needsPage && isOwn) buildIfOutdated();
const command = entry
  ? ['--import', './scripts/shader-loader.mjs', entry, ...rest]
  : ['tools/bench/bench.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, ['--import', 'tsx', ...command], {
  cwd: root,
  stdio: 'inherit',
});
// The child closes its browser. A second signal (Ctrl+C reaches it too) changes nothing.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
