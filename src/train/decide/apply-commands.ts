// Host commands. All members apply the first one at the header whose records all show it as their first (H5). A command
// that arrives meanwhile stands behind it, so a stream of commands cannot keep the first from being applied.
import type { Decision } from './decision';
import { firstOf, type NumberedCommand } from '../commands/numbered-command';
import { withLearningRate } from '../run/diverge';
import type { HeaderRecord } from '../header/header-record';
import type { HostCommand } from '../commands/host-command';
import { runProblem } from '../run/run-problem';
import { newRun, type RunState } from '../run/run-state';

/** The state after the first of `commands`, which this replica's record announced. Undefined: there is no new one, or
 *  another is the first of some member. */
export function applyCommands(
  state: RunState,
  records: readonly HeaderRecord[],
  commands: readonly NumberedCommand[],
): (Decision & { kind: 'transition' }) | undefined {
  const due = firstOf(commands.filter(({ sequence }) => sequence > state.appliedCommand));
  const isHeldByAll = records.every((record) => record.firstCommand === records[0].firstCommand);
  if (due.length === 0 || !isHeldByAll) return undefined;
  let next: RunState = { ...state, version: state.version + 1 };
  for (const { sequence, command } of due)
    next = { ...applyCommand(next, command), appliedCommand: sequence };
  return { kind: 'transition', state: next, reason: due.map(({ command }) => command.kind).join(', ') };
}

function applyCommand(state: RunState, command: HostCommand): RunState {
  switch (command.kind) {
    case 'start':
      if (state.status === 'finished' || state.status === 'diverged') return state;
      return { ...state, status: 'running', why: '' };
    case 'pause':
      return state.status === 'running' ? { ...state, status: 'paused', why: 'paused by the host' } : state;
    case 'stop':
      return { ...state, status: 'finished', why: 'stopped by the host', plan: null };
    case 'configure':
      return { ...newRun(command.config, state), version: state.version };
    case 'set-learning-rate':
      return withLearningRate(state, command.learningRate);
    case 'set-buckets':
      return { ...state, buckets: command.buckets };
    case 'set-batch': {
      // More examples than the update can divide by: the command changes nothing.
      const { model, data, localBatch } = state.config;
      if (runProblem({ model, data, localBatch, ...command.batch })) return state;
      return { ...state, ...command.batch };
    }
    case 'go-on-with': // obeyed when it was heard: ring-member.ts
    case 'poison':
      return state; // its peer's own affair: trainer.ts
    case 'kick':
      return { ...state, kicked: [...state.kicked, command.peer].slice(-256) };
    case 'let-in':
      return { ...state, kicked: state.kicked.filter((member) => member !== command.peer) };
    default:
      return command satisfies never;
  }
}
