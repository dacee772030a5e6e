// What the title of a commit must be: at most 60 characters, in the imperative, without a full stop at its end. Pure.

const maxCharacters = 60;

/** Titles that git writes itself. */
const byGit = /^(Merge |Revert "|Reapply "|fixup! |squash! |amend! )/;

/** Imperatives that end as a past form or a participle does. Those in -ss ("Pass", "Address") need no line. */
const exceptions = new Set(
  [
    'Bleed Breed Embed Exceed Feed Heed Need Proceed Seed Shed Shred Speed Succeed Weed',
    'Bring Cling Fling Ping Ring Sing Sling Spring String Swing Wring',
    'Alias Bias Focus',
  ].flatMap((line) => line.split(' ')),
);

/**
 * What is wrong with a title; undefined: nothing. Only its first word decides whether it is imperative. That word begins
 * with a capital letter, and does not end in -ed ("Added"), -ing ("Adding") or a single -s ("Adds"). This finds the usual
 * slips, but not every title that describes instead of commanding ("New tests").
 * @param {string} title
 * @returns {string | undefined}
 */
export function titleProblem(title) {
  if (byGit.test(title)) return undefined;
  const { length } = [...title];
  if (length === 0) return 'a commit needs a title';
  if (length > maxCharacters) return `it has ${length} characters, more than ${maxCharacters}`;
  if (title.endsWith('.')) return 'it ends in a full stop';
  const [word] = /^[\p{L}\p{N}]*/u.exec(title);
  if (!/^\p{Lu}/u.test(word)) return 'its first word does not begin with a capital letter';
  if (!exceptions.has(word) && /(ed|ing|[^s]s)$/.test(word))
    return `“${word}” is not imperative: say what the commit does to the code, “Add”, not “Added”, “Adding” or “Adds”`;
  return undefined;
}

/** The title of a message as an editor leaves it: the first line that is neither empty nor a comment. @param {string} message */
export function titleOf(message) {
  return (
    message
      .split(/\r?\n/)
      .find((line) => line.trim() !== '' && !line.startsWith('#'))
      ?.trim() ?? ''
  );
}
