// The options of a ring, put together from their values. Pure.
import { inEnglish } from '../english/in-english';
import type { Result } from '../../base/result';
import { compressionNamed, type CompressionSetting } from '../../codecs/setting';
import { streamingDiloco } from '../../train/run/modes/streaming';
import { syncNamed, syncProblem, type Sync } from '../../train/run/sync';
import { BadOption, type CommandLine, type GivenOptions } from '../options/command-line';
import { parseTable } from '../options/option-table';
import { dataOption, isPath, type DataOption } from './data-option';
import { maxReplicas, ringTable, savedOptions, type RingValues } from './ring-table';

export interface RingOptions extends Omit<RingValues, 'data' | 'codec' | 'sync' | 'resume'> {
  readonly data: DataOption;
  readonly codec: CompressionSetting;
  readonly sync: Sync;
  /** Goes on with the run in this file. `steps`: undefined: to the end that the file names. */
  readonly resume: { readonly file: string; readonly steps: number | undefined } | undefined;
}

export function parseRingOptions(args: readonly string[]): Result<CommandLine<RingOptions>, 'bad-option'> {
  return parseTable(withExport(args), ringTable, read);
}

/** `--export hf DIR` has two values; the parser takes one. */
function withExport(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--export');
  const [format, folder] = args.slice(at + 1, at + 3);
  if (at < 0 || format !== 'hf' || folder === undefined || folder.startsWith('--')) return args;
  return [...args.slice(0, at), `--export=${format} ${folder}`, ...args.slice(at + 3)];
}

function read(values: RingValues, given: GivenOptions<string>): RingOptions {
  checkInit(values);
  checkFeatures(values);
  const options: RingOptions = {
    ...values,
    data: dataOption(values),
    resume: resumeOf(values, given),
    codec: values.codec ?? compressionNamed(values.sync === 'sparse-loco' ? 'sparse-loco' : 'f32'),
    sync: syncOf(values),
  };
  checkTogether(options);
  return options;
}

function syncOf({ sync: name, innerSteps, ...values }: RingValues): Sync {
  if (innerSteps !== undefined && name === 'every-step')
    throw new BadOption('--inner-steps needs --sync local-sgd, diloco, streaming-diloco or sparse-loco');
  if (name !== 'streaming-diloco') {
    const other = (['fragments', 'pattern', 'delay', 'mixing'] as const).find(
      (key) => values[key] !== undefined,
    );
    if (other) throw new BadOption(`--${ringTable[other].name} needs --sync streaming-diloco`);
    return syncNamed(name, innerSteps ?? 8);
  }
  const sync = streamingDiloco(innerSteps ?? 8, values);
  const problem = syncProblem(sync);
  if (problem) throw new BadOption(`--sync streaming-diloco: ${inEnglish(problem)}`);
  return sync;
}

/** Mistakes in the combination of options. */
function checkTogether({ batch, microBatch, data, ...options }: RingOptions): void {
  if (microBatch !== undefined && batch % microBatch !== 0)
    throw new BadOption(`--micro-batch divides --batch; ${batch} is not a multiple of ${microBatch}`);
  if (
    (data.kind === 'files' || data.kind === 'text' || data.kind === 'import') &&
    options.examples !== undefined
  )
    throw new BadOption('--examples is for built-in data; files are used whole');
  if (options.own.length > 0 && data.kind !== 'import')
    throw new BadOption('--own goes with a file of the first tab: --data PATH');
  if (options.examples !== undefined && (options.validation ?? 0) >= options.examples)
    throw new BadOption('--validation is less than --examples: some must remain for training');
  if (options.killAt !== undefined && options.replicas < 2)
    throw new BadOption('--kill-at needs a tab that is not the host’s: --replicas 2 or more');
  if (options.joinAt !== undefined && options.replicas === maxReplicas)
    throw new BadOption(`--join-at opens one more tab: --replicas at most ${maxReplicas - 1}`);
  if (options.resume) return; // the file says where the run ends
  for (const [flag, step] of [['kill-at', options.killAt] as const, ['join-at', options.joinAt] as const])
    if (step !== undefined && step >= options.steps)
      throw new BadOption(`--${flag} ${step} is not before the last step, ${options.steps}`);
}

function resumeOf(
  { resume: file, data, steps }: RingValues,
  given: GivenOptions<string>,
): RingOptions['resume'] {
  if (file === undefined) return undefined;
  const other = data === undefined || isPath(data) ? savedOptions.find((name) => given.has(name)) : 'data';
  if (other) throw new BadOption(`--resume brings the run’s own settings: leave --${other} out`);
  return { file, steps: given.has('steps') ? steps : undefined };
}

function checkInit({ init, resume, model, text, adapters }: RingValues): void {
  if (adapters && (init === undefined || resume !== undefined))
    throw new BadOption('--adapters needs the weights that it changes: --init, without --resume');
  if (init === undefined || resume !== undefined) return;
  if (model !== undefined) throw new BadOption('--init brings the model: leave --model out');
  if (text === undefined) throw new BadOption('--init trains a GPT further on a text: give --text');
}

function checkFeatures({ features, base, lastLayers, resume, init, model, text, own }: RingValues): void {
  if (base.length > 0 && features === undefined)
    throw new BadOption('--base is what the run of --features stands on: give --features');
  if (lastLayers !== undefined && (features === undefined || resume !== undefined))
    throw new BadOption('--last-layers needs the layers before them: --features, without --resume');
  if (features === undefined) return;
  if (init !== undefined) throw new BadOption('--features and --init both bring the model: leave one out');
  if (resume !== undefined) return;
  if (model !== undefined) throw new BadOption('--features brings the model: leave --model out');
  if (text !== undefined) throw new BadOption('--features takes pictures or sounds: leave --text out');
  if (own.length > 0)
    throw new BadOption('--features takes the examples of one file or folder: leave --own out');
}
