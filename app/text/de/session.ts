// The German text of: session.
import type { sessionText } from '../session';

export const session = {
  noFlightRecord: 'kein Flugschreiber kam',
  noCheckpointCame: 'kein Checkpoint kam',
  noParametersCame: 'keine Parameter kamen',
} satisfies typeof sessionText;
