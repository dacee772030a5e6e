// The lesson that this tab leads a class through, kept for as long as the tab is open: a page that is loaded again
// continues.
import * as v from 'valibot';
import { forget, readParsed, write } from '../../bridge/session/device-memory';

const schema = v.strictObject({
  /** The number of the room's question. */
  question: v.number(),
  /** The room's ring was paused for the runs, and continues after them. */
  isPaused: v.boolean(),
});

export type Lead = v.InferOutput<typeof schema>;

export interface LeadMemory {
  read(): Lead | undefined;
  /** undefined: nothing is led any more. */
  write(lead: Lead | undefined): void;
}

/** A browser that refuses storage keeps nothing: a reload then leaves the lead to a press. */
export function leadMemory(code: string): LeadMemory {
  const key = `lockstep.lead.${code}`;
  return {
    read: () => readParsed(key, schema, 'sessionStorage'),
    write(lead) {
      if (lead) write(key, JSON.stringify(lead), 'sessionStorage');
      else forget(key, 'sessionStorage');
    },
  };
}
