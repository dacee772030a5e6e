// The examples that a person has taken with camera or microphone, by class, within limits. Pure: each change makes a new
// value, and the last ones can be undone.
import { t } from '@lingui/core/macro';
import type { TakenExample } from '../../../../src/data/import/taken-example';

interface Taken {
  readonly id: number;
  readonly example: TakenExample;
}

export interface TakenClass {
  readonly id: number;
  readonly name: string;
  readonly taken: readonly Taken[];
}

export interface TakenClasses {
  readonly classes: readonly TakenClass[];
  readonly nextId: number;
  /** The changes that can be undone, the last one last. */
  readonly undoable: readonly Undoable[];
}

interface Undoable {
  readonly what: 'took' | 'deleted' | 'added' | 'removed';
  /** The name of the class. */
  readonly name: string;
  readonly before: readonly TakenClass[];
}

export const fewestClasses = 2;
export const mostClasses = 10;
/** The fewest examples of which something can be held out, and something be left to learn from. */
export const fewestOfClass = 5;
/** 10 classes are 10 MB of pictures, or 100 MB of sounds. */
export const mostOfClass = 300;
const mostNameCharacters = 40;
const mostUndoable = 20;

export const noneTaken = (): TakenClasses => ({
  classes: [emptyClass(0, t`Class ${{ number: 1 }}`), emptyClass(1, t`Class ${{ number: 2 }}`)],
  nextId: 2,
  undoable: [],
});

function emptyClass(id: number, name: string): TakenClass {
  return { id, name, taken: [] };
}

export function withClass(given: TakenClasses): TakenClasses {
  const { classes, nextId } = given;
  if (classes.length >= mostClasses) return given;
  const names = new Set(classes.map(({ name }) => name));
  let number = classes.length + 1;
  while (names.has(t`Class ${number}`)) number++;
  const added = emptyClass(nextId, t`Class ${number}`);
  return { ...noted(given, 'added', added), classes: [...classes, added], nextId: nextId + 1 };
}

export function withoutClass(given: TakenClasses, id: number): TakenClasses {
  const gone = given.classes.find((one) => one.id === id);
  if (!gone || given.classes.length <= fewestClasses) return given;
  const classes = given.classes.filter((one) => one !== gone);
  return { ...noted(given, 'removed', gone), classes };
}

export function renamed(given: TakenClasses, id: number, name: string): TakenClasses {
  return inClass(given, id, (one) => ({ ...one, name: name.slice(0, mostNameCharacters) }));
}

/** `isFirst`: of one press, which is undone as a whole. */
export function withExample(
  given: TakenClasses,
  id: number,
  example: TakenExample,
  isFirst: boolean,
): TakenClasses {
  const into = given.classes.find((one) => one.id === id);
  if (!into || into.taken.length >= mostOfClass) return given;
  const one = { id: given.nextId, example };
  const before = isFirst ? noted(given, 'took', into) : given;
  const after = inClass(before, id, (of) => ({ ...of, taken: [...of.taken, one] }));
  return { ...after, nextId: given.nextId + 1 };
}

export function withoutExample(given: TakenClasses, id: number, takenId: number): TakenClasses {
  const from = given.classes.find((one) => one.id === id);
  if (!from?.taken.some((one) => one.id === takenId)) return given;
  return inClass(noted(given, 'deleted', from), id, (one) => ({
    ...one,
    taken: one.taken.filter((each) => each.id !== takenId),
  }));
}

/** Names stay as they are now. */
export function undone(given: TakenClasses): TakenClasses {
  const last = given.undoable.at(-1);
  if (!last) return given;
  const now = new Map(given.classes.map((one) => [one.id, one]));
  const classes = last.before.map((one) => ({ ...one, name: now.get(one.id)?.name ?? one.name }));
  return { ...given, classes, undoable: given.undoable.slice(0, -1) };
}

function inClass(given: TakenClasses, id: number, change: (one: TakenClass) => TakenClass): TakenClasses {
  return { ...given, classes: given.classes.map((one) => (one.id === id ? change(one) : one)) };
}

function noted(given: TakenClasses, what: Undoable['what'], { name }: TakenClass): TakenClasses {
  const undoable = [...given.undoable, { what, name, before: given.classes }].slice(-mostUndoable);
  return { ...given, undoable };
}

/** Why a class cannot have this name, as a sentence: names are those of folders. */
export function nameProblem({ classes }: TakenClasses, { id, name }: TakenClass): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return t`Give the class a name.`;
  if (/[/\\\p{Cc}]/u.test(trimmed) || trimmed.startsWith('.'))
    return t`A name has no slash, and no full stop at its beginning.`;
  if (trimmed === '__MACOSX') return t`Archives use this name for other things.`;
  if (classes.some((other) => other.id < id && other.name.trim() === trimmed))
    return t`Another class has this name.`;
  return undefined;
}

/** The thing that is missing before a model can learn from them: another name, or examples of the class of this name. */
export function missing(
  given: TakenClasses,
): 'name' | { readonly name: string; readonly count: number } | undefined {
  const { classes } = given;
  if (classes.some((one) => nameProblem(given, one))) return 'name';
  const short = classes.find((one) => one.taken.length < fewestOfClass);
  return short && { name: short.name.trim(), count: short.taken.length };
}

/** The files in a folder per class. Their order is that in which the examples were taken. `ending`: such as `png`. */
export function takenFiles(
  { classes }: TakenClasses,
  ending: string,
): readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] {
  return classes.flatMap(({ name, taken }) =>
    taken.map(({ example }, at) => ({
      name: `${name.trim()}/${String(at + 1).padStart(4, '0')}.${ending}`,
      bytes: example.file,
    })),
  );
}
