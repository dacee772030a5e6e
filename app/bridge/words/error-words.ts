// What stopped a replica, in the page's language. What has no sentence there is told by what its kind of error means.
import type { ReplicaError } from '../../../src/replica/protocol';
import { language } from '../../words/language';
import { sayingWords } from './saying-words';
import { troubleWords } from './trouble';

export function errorWords({ code, says }: ReplicaError): string {
  const isSaid = says.code !== 'unexpected' || language() === 'en';
  return isSaid ? sayingWords(says) : troubleWords(code).what;
}
