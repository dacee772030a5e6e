// The trace event format as a schema: its JSON object form, with the events that we write. From the published description,
// “Trace Event Format” (Google, docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU), and not from
// our code.
import * as v from 'valibot';

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Microseconds. */
const time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** “Complete Events”: name, categories, begin and duration. */
const completeEvent = v.object({
  ph: v.literal('X'),
  name: v.pipe(v.string(), v.nonEmpty()),
  cat: v.string(),
  ts: time,
  dur: time,
  pid: id,
  tid: id,
  args: v.optional(v.record(v.string(), v.unknown())),
});

/** “Metadata Events”: the names that the format lists, each with its argument. */
const metadata = <Name extends string, Args extends v.ObjectEntries>(name: Name, args: Args) =>
  v.object({ ph: v.literal('M'), name: v.literal(name), pid: id, tid: v.optional(id), args: v.object(args) });

export const traceFile = v.object({
  traceEvents: v.pipe(
    v.array(
      v.union([
        completeEvent,
        metadata('process_name', { name: v.string() }),
        metadata('process_labels', { labels: v.string() }),
        metadata('process_sort_index', { sort_index: v.number() }),
        metadata('thread_name', { name: v.string() }),
        metadata('thread_sort_index', { sort_index: v.number() }),
      ]),
    ),
    v.minLength(1),
  ),
  displayTimeUnit: v.optional(v.picklist(['ms', 'ns'])),
  otherData: v.optional(v.record(v.string(), v.string())),
});
export type TraceFile = v.InferOutput<typeof traceFile>;

/** Complete events of one thread must be apart or nested: “nested” events are drawn inside their parent. */
export function badlyNested({ traceEvents }: TraceFile): readonly string[] {
  const bad: string[] = [];
  const open = new Map<string, number[]>();
  const events = traceEvents.filter((event) => event.ph === 'X');
  for (const { pid, tid, ts, dur, name } of events.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    const key = `${pid} ${tid}`;
    const ends = (open.get(key) ?? []).filter((end) => end > ts + 1e-6);
    if (ends.some((end) => end < ts + dur - 1e-6)) bad.push(`${name} of ${key} at ${ts}`);
    open.set(key, [...ends, ts + dur]);
  }
  return bad;
}
