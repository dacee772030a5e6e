// What stopped a replica, in the page's language. What has no sentence there is told by what its kind of error means.
import type { ReplicaError } from '../../../src/replica/protocol';
import { language } from '../../text/language';
import { sayingWords } from './saying-words';
import { troubleWords } from './trouble';

export function errorWords({ code, message, says }: ReplicaError): string {
  return says || language() === 'en' ? sayingWords(message, says) : troubleWords(code).what;
}
