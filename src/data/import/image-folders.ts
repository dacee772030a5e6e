// Which folder of an image is its class. Mostly the innermost; but folders such as “train” and “test” only divide a set, and
// folders by year or of one name within each class only divide that. Pure, and the same for a folder and an archive of it.
import { say, type Saying } from '../../base/sayings';

export interface ImageFolders {
  /** The class of each path, in order; undefined: it has none. */
  readonly classes: readonly (string | undefined)[];
  readonly notes: readonly Saying[];
}

const parts =
  /^(train(ing)?|test(ing)?|val(id(ation)?)?|dev|eval(uation)?|holdout)([-_ ]?(set|data|images))?$/i;
/** A name that says no kind of thing: a year or a date, a batch, or “images”. Bare numbers may be digits to learn. */
const counting =
  /^((batch|part|set|group|session|day|week|month|folder|dir|run|camera|cam)[-_ ]?\d+|(19|20)\d\d([-_.]\d\d?){0,2}|images?|imgs?|pictures?|photos?|data|original|raw)$/i;

export function imageFolders(paths: readonly string[]): ImageFolders {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const notes: Saying[] = [];
  const root = sharedDepth(folders);
  let inner = folders.map((names) => names.slice(root));
  const halves = [...new Set(inner.map(([first]) => first))].filter((first) => first !== undefined);
  const isDivided =
    halves.length > 0 &&
    halves.every((half) => parts.test(half)) &&
    inner.some((names) => names.length > 1) &&
    inner.every((names) => names.length > 0);
  const alone = new Map<string, number>();
  if (isDivided) {
    for (const names of inner) if (names.length === 1) alone.set(names[0], (alone.get(names[0]) ?? 0) + 1);
    const used = halves.filter((half) => inner.some((names) => names[0] === half && names.length > 1));
    if (used.length > 1)
      notes.push(
        say('parts-joined', {
          parts: used
            .sort()
            .map((half) => `“${half}”`)
            .join(', '),
        }),
      );
    for (const [folder, count] of alone) notes.push(say('images-without-class', { count, folder }));
    inner = inner.map((names) => names.slice(1));
  }
  const held = inner.filter((names) => names.length > 0);
  const below = isDivided ? sharedDepth(held) : 0;
  const isOuter = divideOnly(held.map((names) => names.slice(below)));
  if (isOuter) notes.push(say('classes-by-folder', { folder: rootName(paths, root, isDivided, halves) }));
  const classOf = (names: readonly string[]): string | undefined =>
    names.length === 0 ? undefined : isOuter ? names[below] : names.at(-1);
  // Images of one folder, with or without a root: their class has no name of its own.
  const classes = inner.map(
    (names, at) => classOf(names) ?? (isDivided ? undefined : (folders[at].at(-1) ?? '')),
  );
  return { classes, notes };
}

/** Do the folders within the outer ones only divide those? The first names of each path are the outer ones. */
function divideOnly(folders: readonly (readonly string[])[]): boolean {
  const outer = new Set(folders.map(([first]) => first));
  const within = folders.filter((names) => names.length > 1);
  if (outer.size < 2 || within.length === 0) return false;
  const last = new Set(within.map((names) => names.at(-1)!));
  if (folders.some((names) => names.length === 1)) {
    // Where a folder holds both images and folders, it is their class.
    const direct = new Set(folders.filter((names) => names.length === 1).map(([first]) => first));
    if (within.some(([first]) => direct.has(first))) return true;
  }
  return last.size === 1 || [...last].every((name) => counting.test(name));
}

/** So many folders are the same for all. */
function sharedDepth(folders: readonly (readonly string[])[]): number {
  const [first = []] = folders;
  let depth = 0;
  while (depth < first.length && folders.every((names) => names[depth] === first[depth])) depth++;
  return depth;
}

function rootName(
  paths: readonly string[],
  root: number,
  isDivided: boolean,
  halves: readonly string[],
): string {
  return isDivided ? halves[0] : (paths[0].split('/')[root - 1] ?? '/');
}
