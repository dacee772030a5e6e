import type { FirstWords } from '../dictionaries';
import { trouble } from './trouble';
import { setup } from './setup';

export default {
  trouble,
  setup,
} satisfies FirstWords;
