import type { OtherWords } from '../dictionaries';
import { camera } from './camera';
import { files } from './files';
import { host } from './host';
import { kept } from './kept';
import { notes } from './notes';
import { settings } from './settings';

export default {
  camera,
  files,
  host,
  kept,
  notes,
  settings,
} satisfies OtherWords;
