import type { FirstWords } from '../dictionaries';
import { frame } from './frame';
import { home } from './home';
import { join } from './join';
import { numbers } from './numbers';
import { presets } from './presets';
import { trouble } from './trouble';
import { start } from './start';
import { setup } from './setup';
import { form } from './form';
import { ui } from './ui';

export default {
  frame,
  home,
  join,
  numbers,
  presets,
  trouble,
  start,
  setup,
  form,
  ui,
} satisfies FirstWords;
