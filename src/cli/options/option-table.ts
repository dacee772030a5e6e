// The options of a command as a table. Each stands there once: its name, what it takes, its bounds, its usual value and its
// line of --help. The values, the mistakes and the help follow from the table.
import type { Result } from '../../base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
  type OptionTypes,
} from './command-line';

interface Option<Value> {
  readonly name: string;
  /** The name with what it takes: '--batch N'. */
  readonly usage: string;
  readonly help: readonly string[];
  readonly type: OptionTypes[string];
  readonly valueIn: (given: GivenOptions<string>) => Value;
}

export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Table extends OptionTable> = {
  readonly [Key in keyof Table]: ReturnType<Table[Key]['valueIn']>;
};

/** A kind of option. */
interface Kind<Value> {
  /** The option of this line of --help: '--batch N  per replica and step, {range} ({usual})'. */
  as(line: string): Option<Value>;
}

function kind<Value>(
  read: (given: GivenOptions<string>, name: string) => Value,
  facts: Readonly<Record<string, unknown>> = {},
  type: OptionTypes[string] = { type: 'string' },
): Kind<Value> {
  return {
    as(line) {
      const [, usage, name, text] = /^(--([a-z-]+).*?)(?: {2}|\n *)([^]*)$/.exec(line)!;
      const help = text.replace(/\{(range|words|usual)\}/g, (_, fact: string) => String(facts[fact]));
      return { name, usage, help: help.split(/\n */), type, valueIn: (given) => read(given, name) };
    },
  };
}

/** An option without a value: whether it is given. */
export const flag = kind((given, name) => given.has(name), {}, { type: 'boolean' });

/** An option that may be given several times. */
export const texts = kind((given, name) => given.texts(name), {}, { type: 'string', multiple: true });

export const text = kind((given, name) => given.text(name));

/** `read` throws BadOption for a text that it cannot read. */
export function parsed<Value>(read: (given: string) => Value): Kind<Value | undefined> {
  return kind((given, name) => {
    const value = given.text(name);
    return value === undefined ? undefined : read(value);
  });
}

/** Kinds of numbers between two bounds. */
const within =
  (read: 'whole' | 'number') =>
  <Usual extends number | undefined = undefined>(low: number, high: number, usual?: Usual) =>
    kind((given, name): number | Usual => given[read](name, low, high) ?? (usual as Usual), {
      range: `${low} to ${high}`,
      usual,
    });
export const whole = within('whole');
export const number = within('number');

export function oneOf<Word extends string, Usual extends Word | undefined = undefined>(
  words: readonly Word[],
  usual?: Usual,
): Kind<Word | Usual> {
  const facts = { words: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, usual };
  return kind((given, name) => given.oneOf(name, words) ?? (usual as Usual), facts);
}

/** One or more of the words, with commas. */
export function listOf<Word extends string>(words: readonly Word[], usual: Word): Kind<readonly Word[]> {
  return kind(
    (given, name) => {
      const list = given.listOf(name, words);
      if (list.length === 0 && given.has(name))
        throw new BadOption(`--${name} is ${words.join(', ')}, or several with commas`);
      return list.length === 0 ? [usual] : list;
    },
    { usual },
  );
}

/** `read` makes the command's options of the values, and throws BadOption for the first mistake between them. */
export function parseTable<Table extends OptionTable, Options>(
  args: readonly string[],
  table: Table,
  read: (values: ValuesOf<Table>, given: GivenOptions<string>) => Options,
): Result<CommandLine<Options>, 'bad-option'> {
  const types = Object.fromEntries(Object.values(table).map(({ name, type }) => [name, type]));
  return parseCommandLine(args, types, (given) => {
    const values = Object.entries(table).map(([key, { valueIn }]) => [key, valueIn(given)]);
    return read(Object.fromEntries(values) as ValuesOf<Table>, given);
  });
}

/** The lines of --help for these options, `column` characters before the text. */
export function helpLines(table: OptionTable, column: number): string {
  const indent = ' '.repeat(column);
  return Object.values(table)
    .map(({ usage, help }) => `  ${usage}`.padEnd(column - 2) + '  ' + help.join(`\n${indent}`))
    .join('\n');
}
