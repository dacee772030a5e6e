// The controls of a lesson: three to five choices. Their values are data, so that a link can hold them.

export interface Control {
  readonly id: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly initial: string;
}

export function control(id: string, label: string, initial: string, options: Control['options']): Control {
  return { id, label, options, initial };
}

/** Numbers to choose from, said as they are written or in `words`. */
export function numbers(
  values: readonly number[],
  words: (value: number) => string = String,
): Control['options'] {
  return values.map((value) => [String(value), words(value)]);
}

/** Control id → the value of one of its options. */
export type Values = Readonly<Record<string, string>>;

/** Longest query that is read. */
const mostCharacters = 512;

export function initialValues(controls: readonly Control[]): Values {
  return Object.fromEntries(controls.map(({ id, initial }) => [id, initial]));
}

/** The values that a link names. Unknown controls and values are ignored. */
export function parseValues(controls: readonly Control[], search: string): Values {
  const query = new URLSearchParams(search.slice(0, mostCharacters));
  return Object.fromEntries(
    controls.map(({ id, initial, options }) => {
      const wanted = query.get(id);
      return [id, options.some(([value]) => value === wanted) ? wanted! : initial];
    }),
  );
}

/** A link's query that names the values which are not the initial ones; empty: all are. */
export function valuesQuery(controls: readonly Control[], values: Values): string {
  const changed = controls.filter(({ id, initial }) => values[id] !== initial);
  return new URLSearchParams(changed.map(({ id }) => [id, values[id]])).toString();
}

/** Values in the words of their options. */
export function valueWords(controls: readonly Control[], values: Values): string {
  return controls
    .map(({ id, label, options }) => {
      const words = options.find(([value]) => value === values[id])?.[1] ?? values[id];
      return `${label}: ${words}`;
    })
    .join(' · ');
}
