// A page of the bench: one system, started by the first job, which then makes and runs contenders as the command in
// tools/bench asks. The page is never part of the product's build.
import type { BenchCase, Contender, RunningSystem } from './contender';
import type { CaseInfo, Done, Job, Reply, Resource, Role } from '../reports/bench-report';
import { matmulCases } from './matmul-cases';
import { opCases } from './op-cases';
import { stepCases } from './step-cases';

const cases: readonly BenchCase[] = [...matmulCases, ...opCases, ...stepCases];

declare global {
  interface Window {
    benchCases: readonly CaseInfo[];
    /** Begins a job; the reply comes by `benchReply`. */
    benchJob: (job: Job) => void;
    /** The command's. */
    benchReply: (reply: Reply) => void;
    /** What the last `prepare` computed: the bytes of each output, in base64. */
    benchOutputs: () => readonly string[];
  }
}

const starts: Readonly<Record<Role['library'], (resource: Resource) => Promise<RunningSystem>>> = {
  ours: async (resource) => (await import('./ours')).startOurs(resource),
  'jax-js': async (resource) => (await import('./jaxjs')).startJaxjs(resource),
  tfjs: async (resource) => (await import('./tfjs')).startTfjs(resource),
  ceiling: async (resource) => (await import('./ceiling')).startCeiling(resource),
};

let system: RunningSystem | undefined;
let contender: Contender | undefined;
let outputs: readonly Float32Array[] = [];

window.benchCases = cases.map(({ contenders: _, ...info }) => info);
window.benchOutputs = () => outputs.map(base64);
window.benchJob = (job) => {
  // In a task of its own, so that a long job does not delay the answer to the command's call.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    perform(job).then(window.benchReply, (error: unknown) =>
      window.benchReply({ kind: 'failed', error: messageOf(error) }),
    );
  };
  port2.postMessage(0);
};

async function perform(job: Job): Promise<Done> {
  switch (job.kind) {
    case 'start': {
      const { library, resource } = job.role;
      system = await starts[library](resource);
      const { about, isSoftware } = system;
      return { kind: 'started', about, isSoftware };
    }
    case 'prepare': {
      const found = cases.find(({ name }) => name === job.name);
      if (!system || !found) throw new Error(`there is no system, or no case ${job.name}`);
      contender = await system.contender(found);
      outputs = await contender.check();
      return { kind: 'prepared', work: contender.work ?? 0 };
    }
    case 'run': {
      if (!contender) throw new Error('no case is prepared');
      const start = performance.now();
      if (contender.runs) await contender.runs(job.repeats);
      else for (let repeat = 0; repeat < job.repeats; repeat++) await contender.run();
      return { kind: 'ran', ms: (performance.now() - start) / job.repeats };
    }
    case 'dispose':
      contender?.dispose();
      contender = undefined;
      outputs = [];
      return { kind: 'disposed' };
  }
}

function base64({ buffer, byteOffset, byteLength }: Float32Array): string {
  const chunk = 2 ** 15; // of bytes: more arguments overflow the stack
  let text = '';
  for (let at = 0; at < byteLength; at += chunk)
    text += String.fromCharCode(...new Uint8Array(buffer, byteOffset + at, Math.min(chunk, byteLength - at)));
  return btoa(text);
}

/** tfjs rejects with plain objects that have a message. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
