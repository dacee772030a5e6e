import type { RingWords } from '../dictionaries';
import { sayings } from './sayings';
import { session } from './session';
import { troubles } from './troubles';

export default {
  sayings,
  session,
  troubles,
} satisfies RingWords;
