// Host commands. All members apply the first one at the header whose records all show it as their first (H5), or which
// most have shown for some headers (H20). A command that arrives meanwhile stands behind it, so a stream of commands
// cannot keep the first from being applied. Commands of one sequence are applied together (H5a).
import type { Decision } from './decision';
import { firstOf, type NumberedCommand } from '../commands/numbered-command';
import type { HeaderRecord } from '../header/header-record';
import { applyCommand } from '../commands/command-meaning';
import { haveSameVectors } from '../run/exact-update';
import type { RunState } from '../run/run-state';

/** The state after the first of `commands`, which this replica's record announced. Undefined: there is no new one, or
 *  another is the first of some member. `isOverdue`: most have waited for those that lack it (H20). */
export function applyCommands(
  state: RunState,
  records: readonly HeaderRecord[],
  commands: readonly NumberedCommand[],
  isOverdue = false,
): (Decision & { kind: 'transition' }) | undefined {
  const due = firstOf(commands.filter(({ sequence }) => sequence > state.appliedCommand));
  const isHeldByAll = records.every((record) => record.firstCommand === records[0].firstCommand);
  if (due.length === 0 || !(isHeldByAll || isOverdue)) return undefined;
  let next: RunState = { ...state, version: state.version + 1 };
  for (const { sequence, command } of due)
    next = { ...applyCommand(next, command), appliedCommand: sequence };
  // Its gradient is of another kind (E23).
  if (!haveSameVectors(state, next)) next = { ...next, plan: null };
  return { kind: 'transition', state: next, reason: due.map(({ command }) => command.kind).join(', ') };
}
