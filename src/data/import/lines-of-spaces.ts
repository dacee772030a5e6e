// Tables whose values are parted by spaces, as many as there are, tabs among them: what Fortran, R and old archives write.
// Each line becomes one with a tab between any two values; spaces in quotes stay. Pure but for the rest of a line that it holds.

/** Stands for any run of spaces and tabs. */
export const anySpaces = ' ';

/** The values of a line, without quotes around them. */
export function valuesBySpaces(line: string): readonly string[] {
  return tabbed(line).split('\t');
}

export class LinesOfSpaces {
  #rest = '';

  /** The whole lines that are there now. */
  take(text: string): string {
    const all = this.#rest + text;
    const end = all.lastIndexOf('\n') + 1;
    this.#rest = all.slice(end);
    return end === 0
      ? ''
      : all
          .slice(0, end - 1)
          .split('\n')
          .map(tabbed)
          .join('\n') + '\n';
  }

  /** So many characters wait for the end of their line. */
  get waiting(): number {
    return this.#rest.length;
  }

  /** The last line, which has no end. */
  end(): string {
    const last = tabbed(this.#rest);
    this.#rest = '';
    return last;
  }
}

function tabbed(line: string): string {
  const trimmed = line.trim();
  return trimmed.includes('"')
    ? trimmed.replace(/"(?:[^"]|"")*"|[ \t]+/g, (found) => (found.startsWith('"') ? found : '\t'))
    : trimmed.replace(/[ \t]+/g, '\t');
}
