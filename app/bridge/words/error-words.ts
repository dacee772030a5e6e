// What stopped a replica, in the page's language. What has no sentence there is told by what its kind of error means.
import type { ReplicaError } from '../../../src/replica/protocol';
import { language } from '../../text/language';
import { runProblemWords } from './run-problem-words';
import { sayingWords } from './saying-words';
import { troubleWords } from './trouble';

export function errorWords(error: ReplicaError): string {
  const isSaid = error.says.code !== 'unexpected' || error.problem || language() === 'en';
  return isSaid ? ownWords(error) : troubleWords(error.code).what;
}

/** The error's own text; in English where only that has a sentence. */
export function ownWords({ says, problem }: Omit<ReplicaError, 'code'>): string {
  return problem && language() !== 'en' ? runProblemWords(problem) : sayingWords(says);
}
