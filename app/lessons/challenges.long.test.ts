// The challenge of every lesson, missed and met on whole simulated replicas.
import { test } from 'vitest';
import { expectMissedAndMet } from './testing/challenge';
import { lessonIds } from './titles';

test.each(lessonIds)('%s: the challenge is missed, and met', expectMissedAndMet);
