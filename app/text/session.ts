// The text of: session.
import { area } from './language';

export const sessionText = area('session', {
  // session
  noFlightRecord: 'no flight record came',
  noCheckpointCame: 'no checkpoint came',
  noParametersCame: 'no parameters came',
});
