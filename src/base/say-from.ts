// A sentence of a table, in English and as its code.
import type { Detail, Given, Saying, SayingCode } from './sayings';

type Sentence = (...given: never[]) => string;

/** `sentences`: a part of the English sayings. The function that it gives makes the English sentence, and the same as a code. */
export function sayFrom<Table extends { readonly [Code in SayingCode]?: Sentence }>(sentences: Table) {
  return <Code extends keyof Table & SayingCode>(
    code: Code,
    ...given: Given<Parameters<NonNullable<Table[Code]>>>
  ): readonly [text: string, says: Saying] => {
    const sentence = sentences[code] as unknown as (...given: readonly unknown[]) => string;
    const values: readonly unknown[] = given;
    return [sentence(...values.map(englishOf)), { code, given } as unknown as Saying];
  };
}

export function isDetail(value: unknown): value is Detail {
  return typeof value === 'object' && value !== null && 'text' in value;
}

function englishOf(value: unknown): unknown {
  return isDetail(value) ? value.text : value;
}
