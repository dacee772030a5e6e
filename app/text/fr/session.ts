// What did not come from the engine in time, in French.
import type { sessionText } from '../session';

export const session = {
  noFlightRecord: 'aucun journal de vol n’est venu',
  noCheckpointCame: 'aucun point de sauvegarde n’est venu',
  noParametersCame: 'aucun paramètre n’est venu',
} satisfies typeof sessionText;
