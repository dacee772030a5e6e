import type { OtherWords } from '../dictionaries';
import { activity } from './activity';
import { batches } from './batches';
import { calculator } from './calculator';
import { camera } from './camera';
import { charts } from './charts';
import { check } from './check';
import { data } from './data';
import { host } from './host';
import { kept } from './kept';
import { lab } from './lab';
import { league } from './league';
import { lessons } from './lessons';
import { network } from './network';
import { notes } from './notes';
import { page } from './page';
import { phases } from './phases';
import { playground } from './playground';
import { question } from './question';
import { ring } from './ring';
import { runs } from './runs';
import { sample } from './sample';
import { sayings } from './sayings';
import { series } from './series';
import { session } from './session';
import { settings } from './settings';
import { sheet } from './sheet';
import { sums } from './sums';
import { timeline } from './timeline';
import { troubles } from './troubles';
import { watching } from './watching';

export default {
  activity,
  batches,
  calculator,
  camera,
  charts,
  check,
  data,
  host,
  kept,
  lab,
  league,
  lessons,
  network,
  notes,
  page,
  phases,
  playground,
  question,
  ring,
  runs,
  sample,
  sayings,
  series,
  session,
  settings,
  sheet,
  sums,
  timeline,
  troubles,
  watching,
} satisfies OtherWords;
