import type { RingWords } from '../dictionaries';
import { activity } from './activity';
import { batches } from './batches';
import { charts } from './charts';
import { data } from './data';
import { hosting } from './hosting';
import { network } from './network';
import { page } from './page';
import { phases } from './phases';
import { ring } from './ring';
import { runs } from './runs';
import { sample } from './sample';
import { sayings } from './sayings';
import { series } from './series';
import { session } from './session';
import { sums } from './sums';
import { troubles } from './troubles';

export default {
  activity,
  batches,
  charts,
  data,
  hosting,
  network,
  page,
  phases,
  ring,
  runs,
  sample,
  sayings,
  series,
  session,
  sums,
  troubles,
} satisfies RingWords;
