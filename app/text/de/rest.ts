import type { OtherWords } from '../dictionaries';
import { camera } from './camera';
import { files } from './files';
import { host } from './host';
import { kept } from './kept';
import { notes } from './notes';
import { settings } from './settings';
import { sheet } from './sheet';
import { watching } from './watching';

export default {
  camera,
  files,
  host,
  kept,
  notes,
  settings,
  sheet,
  watching,
} satisfies OtherWords;
