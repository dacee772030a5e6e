// The text of: series.
import { area } from './language';

export const seriesText = area('series', {
  // contribution-log
  someoneWhoLeft: 'someone who is gone',

  // split-summary
  compute: 'compute',
  overlapped: 'overlapped',
  exposed: 'exposed',
  waiting: 'waiting',
  other: 'other',
});
