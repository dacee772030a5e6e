// A lesson says here whether its challenge is met or missed.
import type { Outcome } from './lesson';

type Challenge = Outcome['challenge'];

export const met = (why: string): Challenge => ({ isMet: true, why });
export const missed = (why: string): Challenge => ({ isMet: false, why });
