// The prediction of the smallest sums, of a few kilobytes, between two members. Large ones around a ring of three: e2e/measured.
import { testPrediction } from './measured-prediction';
import { moons } from './run-configs';

testPrediction('moons', moons, 2);
