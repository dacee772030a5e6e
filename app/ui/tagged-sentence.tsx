// A sentence with parts that are shown otherwise, such as a link: 'Or <0>only watch</0>.' The words of a language say
// where each part stands.
import { Fragment, type ReactNode } from 'react';

interface Props {
  text: string;
  /** How each part is shown, by its number in the sentence. */
  parts: readonly ((words: string) => ReactNode)[];
}

export function TaggedSentence({ text, parts }: Props) {
  const pieces = text.split(/<(\d)>(.*?)<\/\d>/);
  return pieces.map((piece, at) => {
    if (at % 3 === 0) return piece;
    return at % 3 === 1 ? null : <Fragment key={at}>{parts[Number(pieces[at - 1])](piece)}</Fragment>;
  });
}
