import type { OtherWords } from '../dictionaries';
import { files } from './files';
import { notes } from './notes';

export default {
  files,
  notes,
} satisfies OtherWords;
