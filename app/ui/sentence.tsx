// A sentence in which one value is an element: in bold, or a link. The sentence stays whole: another language may put the
// value at another place.
import type { ReactNode } from 'react';

/** It stands in no text. */
const mark = '\uE000';

export function Sentence({ value, say }: { value: ReactNode; say: (value: string) => string }) {
  const [before, after] = say(mark).split(mark);
  return (
    <>
      {before}
      {value}
      {after}
    </>
  );
}
