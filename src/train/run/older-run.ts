// What older versions wrote otherwise, said as this one says it. Files of runs and what a browser keeps of a room are read
// through here, and nothing else is: members of other versions are refused (H9).
import * as v from 'valibot';
import type { Result } from '../../base/result';
import { parseRunConfig, type RunConfig } from './run-config';

/** The configuration that a browser keeps with a room. */
export function keptRunConfig(input: unknown): Result<RunConfig, 'bad-config'> {
  return parseRunConfig(todaysConfig(input));
}

/** The state in a file. Until ring protocol 31 it held what the host decides about the room (src/room), of which a run that
 *  goes on takes nothing. */
export function todaysState(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return state;
  const { room: _, shows: _shows, ...run }: { room?: unknown; shows?: unknown; config?: unknown } = state;
  return { ...run, config: todaysConfig(run.config) };
}

/** Until ring protocol 32 a table was the IDX files that its recipe made. */
const withTableAsIdx = v.looseObject({
  data: v.looseObject({
    kind: v.literal('idx'),
    inputShape: v.tuple([v.number()]),
    recipe: v.looseObject({ kind: v.literal('table') }),
  }),
});

function todaysConfig(config: unknown): unknown {
  const older = v.safeParse(withTableAsIdx, config);
  if (!older.success) return config;
  const { inputShape, ...data } = older.output.data;
  return { ...older.output, data: { ...data, kind: 'table', inputs: inputShape[0] } };
}
