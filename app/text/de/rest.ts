import type { OtherWords } from '../dictionaries';
import { calculator } from './calculator';
import { camera } from './camera';
import { check } from './check';
import { entry } from './entry';
import { files } from './files';
import { host } from './host';
import { kept } from './kept';
import { notes } from './notes';
import { playground } from './playground';
import { question } from './question';
import { settings } from './settings';
import { sheet } from './sheet';
import { watching } from './watching';

export default {
  calculator,
  camera,
  check,
  entry,
  files,
  host,
  kept,
  notes,
  playground,
  question,
  settings,
  sheet,
  watching,
} satisfies OtherWords;
