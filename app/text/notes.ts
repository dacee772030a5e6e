// The text of: notes about files that were read. The English stands where commands in Node read it too.
import { englishNotes } from '../../src/base/data-notes';
import { area } from './language';

export const notesText = area('notes', englishNotes);
