// The text of: setup.
import { englishRunProblems } from '../../src/base/run-problems';
import { area } from './language';

export const setupText = area('setup', {
  runProblems: englishRunProblems,
});
