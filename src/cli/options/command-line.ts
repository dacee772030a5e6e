// The command line of one of our commands: read option by option into one value, or refused with one sentence.
import { inEnglish } from '../english/in-english';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../base/result';

/** Exit code of every command for a bad command line. */
export const badOptionsCode = 2;

/** The options of a command, as node's parseArgs knows them. Every command also has --help. */
export type OptionTypes = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: true }>
>;

export type CommandLine<Options> =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: Options };

/** A mistake in the command line, as a sentence. `read` functions throw it; parseCommandLine returns it. */
export class BadOption extends Error {}

/** `read` makes the command's options from the values given, and throws BadOption for the first mistake. */
export function parseCommandLine<Types extends OptionTypes, Options>(
  args: readonly string[],
  types: Types,
  read: (given: GivenOptions<keyof Types & string>) => Options,
): Result<CommandLine<Options>, 'bad-option'> {
  try {
    const options = { ...types, help: { type: 'boolean', short: 'h' } } as const;
    const values: Readonly<Record<string, unknown>> = parseArgs({
      args: [...args],
      options,
      strict: true,
    }).values;
    if (values.help) return ok({ kind: 'help' });
    return ok({ kind: 'run', options: read(new GivenOptions(values)) });
  } catch (error) {
    // parseArgs throws TypeErrors that are sentences for people; anything else is a bug.
    if (error instanceof BadOption || (error instanceof TypeError && 'code' in error))
      return fail('bad-option', error.message);
    throw error;
  }
}

/** Runs a command: returns its exit code, after printing the help or the mistake when there is nothing to run. */
export async function runCommand<Options>(
  command: string,
  help: string,
  parsed: Result<CommandLine<Options>, 'bad-option'>,
  run: (options: Options) => Promise<number>,
): Promise<number> {
  if (!parsed.ok) {
    console.error(`${inEnglish(parsed.error.says)}\n${command} -- --help lists the options.`);
    return badOptionsCode;
  }
  if (parsed.value.kind === 'help') {
    console.log(help);
    return 0;
  }
  return run(parsed.value.options);
}

/** The values of the options as they were given. Each reader returns undefined for an option that was not given. */
export class GivenOptions<Name extends string> {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** Whether the option was given. */
  has(name: Name): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: Name): string | undefined {
    return this.#values[name] as string | undefined;
  }

  /** All values of an option that may be repeated. */
  texts(name: Name): readonly string[] {
    return (this.#values[name] as string[] | undefined) ?? [];
  }

  whole(name: Name, low: number, high: number): number | undefined {
    const given = this.text(name);
    if (given === undefined) return undefined;
    if (!/^\d+$/.test(given) || Number(given) < low || Number(given) > high)
      throw new BadOption(`--${name} is a whole number from ${low} to ${high}; not '${given}'`);
    return Number(given);
  }

  number(name: Name, low: number, high: number): number | undefined {
    const given = this.text(name);
    if (given === undefined) return undefined;
    const value = given.trim() === '' ? NaN : Number(given);
    if (!(value >= low && value <= high))
      throw new BadOption(`--${name} is a number from ${low} to ${high}; not '${given}'`);
    return value;
  }

  oneOf<Word extends string>(name: Name, words: readonly Word[]): Word | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : wordOf(name, given, words);
  }

  /** A list with commas; an empty list when the option is not given. */
  list(name: Name): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** A list with commas of known words. */
  listOf<Word extends string>(name: Name, words: readonly Word[]): readonly Word[] {
    return this.list(name).map((given) => wordOf(name, given, words));
  }
}

export function wordOf<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  if (!words.includes(given as Word)) throw new BadOption(`--${name} is ${words.join(', ')}; not '${given}'`);
  return given as Word;
}
