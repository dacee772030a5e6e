// A PO file as the messages that a page reads: by id, a text, or a list of texts, values and choices.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';

/**
 * In English the sentence itself, where a translation is empty.
 * @param {string} po
 */
export function compiled(po) {
  return Object.fromEntries(
    entriesOf(po).map(({ sentence, context, translation }) => [
      generateMessageId(sentence, context),
      compileMessageOrThrow(translation || sentence),
    ]),
  );
}

/**
 * The same by context, which is the code of a saying. Other sentences of such a catalogue have none.
 * @param {string} po
 */
export function compiledByContext(po) {
  return Object.fromEntries(
    entriesOf(po).map(({ sentence, context, translation }) => [
      context ?? generateMessageId(sentence),
      compileMessageOrThrow(translation || sentence),
    ]),
  );
}

/** @param {string} po */
export function entriesOf(po) {
  return PO.parse(po)
    .items.filter(({ obsolete }) => !obsolete)
    .map(({ msgid, msgctxt, msgstr, references }) => ({
      sentence: msgid,
      context: msgctxt || undefined,
      translation: msgstr[0] ?? '',
      files: references,
    }));
}
