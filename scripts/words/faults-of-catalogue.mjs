// What is wrong with a catalogue: sentences that it lacks, those that nothing says any more, and translations with other
// values than the English, or without any.
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { entriesOf } from './compiled.mjs';
import { valuesOf } from './values-of.mjs';

/**
 * @param {Record<string, { message?: string, context?: string }>} said Sentences in the components, by id.
 * @param {string} po
 * @returns {string[]} One line a fault.
 */
export function faultsOfCatalogue(said, po) {
  const entries = entriesOf(po).map((entry) => ({
    ...entry,
    id: generateMessageId(entry.sentence, entry.context),
  }));
  const held = new Set(entries.map(({ id }) => id));
  return [
    ...Object.entries(said)
      .filter(([id]) => !held.has(id))
      .map(([, { message }]) => `“${message}” is missing`),
    ...entries.flatMap(({ id, sentence, translation }) =>
      (id in said ? faultsOf(sentence, translation) : ['nothing says it any more']).map(
        (fault) => `“${sentence}”: ${fault}`,
      ),
    ),
  ];
}

/** @returns {string[]} */
function faultsOf(sentence, translation) {
  if (translation === '') return ['it has no translation'];
  if (sentence.trim() !== sentence) return ['it begins or ends with a space: a part is no sentence'];
  try {
    const [ours, theirs] = [valuesOf(sentence), valuesOf(translation)];
    if (ours.includes('#'))
      return ['# parts thousands as nothing else on the page: give the number as a value'];
    return [
      // A noun may be the same for one and for many.
      ...ours
        .filter((value) => !theirs.includes(value) && !value.endsWith(', plural}'))
        .map((value) => `the translation lacks ${value}`),
      ...theirs.filter((value) => !ours.includes(value)).map((value) => `the translation has ${value}`),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
