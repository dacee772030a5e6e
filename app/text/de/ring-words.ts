import type { RingWords } from '../dictionaries';
import { sayings } from './sayings';
import { troubles } from './troubles';

export default {
  sayings,
  troubles,
} satisfies RingWords;
