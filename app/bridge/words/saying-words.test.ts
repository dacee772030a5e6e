import { afterEach, expect, test } from 'vitest';
import { say } from '../../../src/base/sayings';
import { sayings as french } from '../../text/fr/sayings';
import { sayings as german } from '../../text/de/sayings';
import { speak } from '../../text/language';
import { sayingWords } from './saying-words';

afterEach(() => speak('en', {}));

test('what a replica says is English on the wire to the page, and in the page’s language there', () => {
  const said = say('all-steps-done', 3000);
  expect(said[0]).toBe('all 3,000 steps are done');
  expect(sayingWords(...said)).toBe('all 3,000 steps are done');
  speak('de', { sayings: german });
  expect(sayingWords(...said)).toBe('alle 3\u202f000 Schritte sind getan');
  expect(sayingWords(...say('joined', 'Calm Heron', 1))).toBe('Calm Heron ist dem Ring beigetreten');
  expect(sayingWords(...say('joined', 'Calm Heron, Brave Otter', 2))).toContain('sind dem Ring');
  speak('fr', { sayings: french });
  expect(sayingWords(...structuredClone(said))).toBe('les 3\u202f000 pas sont tous faits');
});

test('what has no code stays English', () => {
  speak('de', { sayings: german });
  expect(sayingWords('a browser’s own words', undefined)).toBe('a browser’s own words');
});
