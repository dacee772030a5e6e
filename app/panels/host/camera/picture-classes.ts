// The pictures that a person has taken, by class, within limits. Pure: each change makes a new value, and the last ones can
// be undone.
import { t } from '@lingui/core/macro';

export interface TakenPicture {
  readonly id: number;
  readonly pixels: Uint8Array; // (side, side, 3)
}

export interface PictureClass {
  readonly id: number;
  readonly name: string;
  readonly pictures: readonly TakenPicture[];
}

export interface Pictures {
  readonly classes: readonly PictureClass[];
  readonly nextId: number;
  /** What can be undone, the last one last. */
  readonly undoable: readonly Undoable[];
}

interface Undoable {
  readonly what: 'took' | 'deleted' | 'added' | 'removed';
  /** The class's. */
  readonly name: string;
  readonly before: readonly PictureClass[];
}

export const fewestClasses = 2;
export const mostClasses = 10;
/** The fewest pictures of which something can be held out, and something be left to learn from. */
export const fewestOfClass = 5;
/** 10 classes are 9 MB. */
export const mostOfClass = 300;
const mostNameCharacters = 40;
const mostUndoable = 20;

export const noPictures = (): Pictures => ({
  classes: [emptyClass(0, t`Class ${{ number: 1 }}`), emptyClass(1, t`Class ${{ number: 2 }}`)],
  nextId: 2,
  undoable: [],
});

function emptyClass(id: number, name: string): PictureClass {
  return { id, name, pictures: [] };
}

export function withClass(pictures: Pictures): Pictures {
  const { classes, nextId } = pictures;
  if (classes.length >= mostClasses) return pictures;
  const names = new Set(classes.map(({ name }) => name));
  let number = classes.length + 1;
  while (names.has(t`Class ${number}`)) number++;
  const added = emptyClass(nextId, t`Class ${number}`);
  return { ...noted(pictures, 'added', added), classes: [...classes, added], nextId: nextId + 1 };
}

export function withoutClass(pictures: Pictures, id: number): Pictures {
  const gone = pictures.classes.find((one) => one.id === id);
  if (!gone || pictures.classes.length <= fewestClasses) return pictures;
  const classes = pictures.classes.filter((one) => one !== gone);
  return { ...noted(pictures, 'removed', gone), classes };
}

export function renamed(pictures: Pictures, id: number, name: string): Pictures {
  return inClass(pictures, id, (one) => ({ ...one, name: name.slice(0, mostNameCharacters) }));
}

/** `isFirst`: of one press, which is undone as a whole. */
export function withPicture(pictures: Pictures, id: number, pixels: Uint8Array, isFirst: boolean): Pictures {
  const into = pictures.classes.find((one) => one.id === id);
  if (!into || into.pictures.length >= mostOfClass) return pictures;
  const picture = { id: pictures.nextId, pixels };
  const before = isFirst ? noted(pictures, 'took', into) : pictures;
  const after = inClass(before, id, (one) => ({ ...one, pictures: [...one.pictures, picture] }));
  return { ...after, nextId: pictures.nextId + 1 };
}

export function withoutPicture(pictures: Pictures, id: number, pictureId: number): Pictures {
  const from = pictures.classes.find((one) => one.id === id);
  if (!from?.pictures.some((picture) => picture.id === pictureId)) return pictures;
  return inClass(noted(pictures, 'deleted', from), id, (one) => ({
    ...one,
    pictures: one.pictures.filter((picture) => picture.id !== pictureId),
  }));
}

/** Names stay as they are now. */
export function undone(pictures: Pictures): Pictures {
  const last = pictures.undoable.at(-1);
  if (!last) return pictures;
  const now = new Map(pictures.classes.map((one) => [one.id, one]));
  const classes = last.before.map((one) => ({ ...one, name: now.get(one.id)?.name ?? one.name }));
  return { ...pictures, classes, undoable: pictures.undoable.slice(0, -1) };
}

function inClass(pictures: Pictures, id: number, change: (one: PictureClass) => PictureClass): Pictures {
  return { ...pictures, classes: pictures.classes.map((one) => (one.id === id ? change(one) : one)) };
}

function noted(pictures: Pictures, what: Undoable['what'], { name }: PictureClass): Pictures {
  const undoable = [...pictures.undoable, { what, name, before: pictures.classes }].slice(-mostUndoable);
  return { ...pictures, undoable };
}

/** Why a class cannot have this name, as a sentence: names are those of folders. */
export function nameProblem({ classes }: Pictures, { id, name }: PictureClass): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return t`Give the class a name.`;
  if (/[/\\\p{Cc}]/u.test(trimmed) || trimmed.startsWith('.'))
    return t`A name has no slash, and no full stop at its beginning.`;
  if (trimmed === '__MACOSX') return t`Archives use this name for other things.`;
  if (classes.some((other) => other.id < id && other.name.trim() === trimmed))
    return t`Another class has this name.`;
  return undefined;
}

/** What is missing before a model can learn from them, as a sentence. */
export function missing(pictures: Pictures): string | undefined {
  const { classes } = pictures;
  if (classes.some((one) => nameProblem(pictures, one))) return t`A class needs another name.`;
  const short = classes.find((one) => one.pictures.length < fewestOfClass);
  return (
    short &&
    t`Take at least ${fewestOfClass} pictures of each class: “${{ name: short.name.trim() }}” has ${{ length: short.pictures.length }}.`
  );
}

/** The pictures in a folder per class. The order of the files is that in which the pictures were taken. */
export function pictureFiles({
  classes,
}: Pictures): readonly { readonly path: string; readonly pixels: Uint8Array }[] {
  return classes.flatMap(({ name, pictures }) =>
    pictures.map(({ pixels }, at) => ({
      path: `${name.trim()}/${String(at + 1).padStart(4, '0')}.png`,
      pixels,
    })),
  );
}
