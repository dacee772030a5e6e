// One replica of the soak in a separate process, so that its death is real. The soak bundles it (soak-bundle.ts): a
// process is added every second or two, and loading the sources would be most of the machine's work.
import { inEnglish } from '../../src/cli/english/in-english';
import path from 'node:path';
import type { Engine } from '../../src/model/engine';
import { prepare } from '../../src/replica/worker/prepare';
import type { ReplicaEvent, ReplicaHandle } from '../../src/replica/protocol';
import { goodbyeMs, startHeadless } from '../../src/cli/replica/headless-replica';
import { openNodeRtc, type NodeRtc } from '../../src/cli/node/node-rtc';
import { spawnFrom } from '../../src/cli/node/spawn-compute-thread';
import type { FromSoakReplica, ToSoakReplica } from './soak-messages';
import { soakState, soakStep } from './soak-report';

/** The module lies beside this file once both are bundled. A thread of its own computes, so that data channels are read
 *  meanwhile. */
const spawnBundled = spawnFrom(path.join(import.meta.dirname, 'bundled-compute-thread.js'));

let handle: ReplicaHandle | undefined;
let stateText = '';

function print(message: FromSoakReplica): void {
  process.send!(message);
}

function receive(message: ToSoakReplica, node: NodeRtc): void {
  switch (message.kind) {
    case 'begin': {
      const { url, ticket, name, config, stepMs } = message;
      handle = startHeadless({
        url,
        ticket,
        name,
        ...(config && { config }),
        engine: 'cpu',
        node,
        processor: { threads: 1, spawn: spawnBundled },
        prepareOn: async (...given) => {
          const prepared = await prepare(...given);
          return { ...prepared, engine: paced(prepared.engine, stepMs) };
        },
      });
      handle.subscribe(report);
      return;
    }
    case 'command':
      return handle?.send(message.command);
    case 'flight-record':
      return void handle?.request(message).then((text) => print({ kind: 'flight-record', text }));
    case 'drop':
      node.close();
      return process.exit(0);
    default:
      message satisfies never;
  }
}

function report(event: ReplicaEvent): void {
  switch (event.kind) {
    case 'snapshot': {
      const state = soakState(event.snapshot, process.memoryUsage.rss());
      // Waits grow with every snapshot, and so does memory: only other changes are reported.
      const text = JSON.stringify({ ...state, phase: state.phase.kind, rssBytes: 0 });
      if (text === stateText) return;
      stateText = text;
      print({ kind: 'state', state });
      if (state.phase.kind === 'left') setTimeout(() => process.exit(0), goodbyeMs);
      return;
    }
    case 'steps':
      return print({ kind: 'steps', steps: event.steps.map(soakStep) });
    case 'notice':
      return print({ kind: 'notice', level: event.notice.level, text: inEnglish(event.notice.says) });
    case 'changed':
    case 'sample':
    case 'kept':
    case 'timeline':
    case 'sum':
    case 'earlier':
      return;
    default:
      event satisfies never;
  }
}

function paced(engine: Engine, stepMs: number): Engine {
  return {
    ...engine,
    gradient: async (...call) => {
      await new Promise((resolve) => setTimeout(resolve, stepMs));
      return engine.gradient(...call);
    },
  };
}

const opened = await openNodeRtc();
if (!opened.ok) throw new Error(inEnglish(opened.error.says));
process.on('message', (message: ToSoakReplica) => receive(message, opened.value));
// The soak has ended, and nothing else would end this process.
process.on('disconnect', () => process.exit(1));
print({ kind: 'ready' });
