// The lines of a network that nobody slows down. It has a file of its own because the page shows it before it loads what
// checks such settings.
import type { NetworkSettings } from './network-settings';

export const noEmulation: NetworkSettings = { everyEdge: null, edges: [] };
