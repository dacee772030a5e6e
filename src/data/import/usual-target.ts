// Which column a table is about, where nobody has said so: by its name, else by its place and by what it holds. Pure, since
// members of a room guess the same. A guess that another column equals in likelihood is said to be one.
import { numberIn } from './cells';

export interface Candidate {
  readonly name: string;
  /** Value → how often. */
  readonly values: ReadonlyMap<string, number>;
  /** Whether it is the first column of the table. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface GuessedTarget {
  readonly target: string;
  /** Columns that are as likely. */
  readonly others: readonly string[];
}

const usualNames =
  /^(class|classes|label|labels|target|species|category|kind|digit|survived|sentiment|churn|variety|diagnosis|outcome|klasse|kategorie|ziel|sorte|classe|cible|étiquette|espèce|catégorie)$/i;
/** It may as well be a place beside an x. */
const lesserName = /^y$/i;
/** A column of more texts rather describes than sorts. */
const mostTexts = 32;

const usualAmounts =
  /^(price|prices|rent|cost|costs|amount|salary|income|sales|revenue|consumption|yield|preis|miete|kosten|betrag|gehalt|verbrauch|prix|loyer|coût|montant|salaire|precio|alquiler|coste|importe|salario)( ?[([].*)?$/i;

/** A column of amounts that the table is about rather than about `guess`: by its name, or
 *  since it has no column of classes: then the last one. */
export function usualAmount(
  amounts: readonly string[],
  guess: GuessedTarget | undefined,
): readonly [string] | undefined {
  const isNamed = guess !== undefined && (usualNames.test(guess.target) || lesserName.test(guess.target));
  if (isNamed) return undefined;
  const named = amounts.find((name) => usualAmounts.test(name)) ?? (guess ? undefined : amounts.at(-1));
  return named === undefined ? undefined : [named];
}

export function usualTarget(candidates: readonly Candidate[]): GuessedTarget | undefined {
  const named = [usualNames, lesserName]
    .map((names) => candidates.find(({ name }) => names.test(name)))
    .find((candidate) => candidate !== undefined);
  if (named) return { target: named.name, others: [] };
  const likely = candidates.filter(isLikeClasses);
  const chosen =
    likely.find(({ isLast }) => isLast) ??
    likely.find(({ isFirst }) => isFirst) ??
    likely.at(-1) ??
    candidates.at(-1);
  if (!chosen) return undefined;
  const others = likely.filter((candidate) => candidate !== chosen).map(({ name }) => name);
  return { target: chosen.name, others };
}

/** A few texts that come again, or all whole numbers from 0 or 1 up: no pixel, whose numbers have gaps. */
function isLikeClasses({ values }: Candidate): boolean {
  const examples = [...values.values()].reduce((sum, count) => sum + count, 0);
  if (values.size > mostTexts || examples < 2 * values.size) return false;
  const read = [...values.keys()].map(numberIn);
  if (read.some((number) => number === undefined)) return true;
  const numbers = read.map((number) => number?.point ?? number?.comma ?? NaN);
  const least = Math.min(...numbers);
  return (least === 0 || least === 1) && Math.max(...numbers) - least === values.size - 1;
}
