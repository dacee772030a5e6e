// The text of: what a replica says. The English stands where replicas in Node read it too.
import { englishSayings } from '../../src/base/sayings';
import { area } from './language';

export const sayingsText = area('sayings', englishSayings);
