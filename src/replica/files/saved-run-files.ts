// Which files of saved runs this device keeps: the newest two of a run, of a few runs, within a bound. Pure.

export interface SavedRunFile {
  /** The name by checkpointName: it holds lineage, run and step. */
  readonly name: string;
  readonly bytes: number;
  readonly savedAtMs: number;
}

const mostOfOneRun = 2;
const mostFiles = 8;
/** Browsers give a site gigabytes at least; two files of the largest GPT preset fit. */
const mostBytes = 2 ** 30;

const namePattern = /^lockstep-([0-9a-f]{1,16}-run-\d{1,16})-step-\d{1,16}\.safetensors$/;

/** Equal for files of one run; undefined: not a name of ours. */
export function runOfFile(name: string): string | undefined {
  return namePattern.exec(name)?.[1];
}

/** Names of files that go. The newest always stays. `stay`: the runs that this replica wrote since it came to its room,
 *  the first one first. A ring may take it in and remove it again and again: its files take half of the places at most
 *  (J8e). */
export function toForget(files: readonly SavedRunFile[], stay: readonly string[] = []): readonly string[] {
  const newestFirst = files.toSorted((a, b) => b.savedAtMs - a.savedAtMs || (a.name < b.name ? 1 : -1));
  const surplus = surplusOf(newestFirst, stay);
  return [...surplus, ...beyondBounds(newestFirst.filter(({ name }) => !surplus.includes(name)))];
}

/** The newest files of the stay remain, and the newest of its first run: nothing later takes its place. */
function surplusOf(newestFirst: readonly SavedRunFile[], stay: readonly string[]): readonly string[] {
  const own = newestFirst.filter(({ name }) => stay.includes(runOfFile(name) ?? name));
  const first = own.find(({ name }) => runOfFile(name) === stay[0]);
  let kept = first ? 1 : 0;
  let bytes = first?.bytes ?? 0;
  return own.flatMap((file, at) => {
    if (file === first) return [];
    const fits = kept < mostFiles / 2 && bytes + file.bytes <= mostBytes / 2;
    if (at > 0 && !fits) return [file.name];
    kept++;
    bytes += file.bytes;
    return [];
  });
}

function beyondBounds(newestFirst: readonly SavedRunFile[]): readonly string[] {
  const ofRun = new Map<string, number>();
  let kept = 0;
  let bytes = 0;
  return newestFirst.flatMap((file, at) => {
    const run = runOfFile(file.name) ?? file.name;
    const earlier = ofRun.get(run) ?? 0;
    const fits = earlier < mostOfOneRun && kept < mostFiles && bytes + file.bytes <= mostBytes;
    if (at > 0 && !fits) return [file.name];
    ofRun.set(run, earlier + 1);
    kept++;
    bytes += file.bytes;
    return [];
  });
}
