// Every test file in Node has the page's sentences, in English, and each test leaves them so. No test depends on what
// another one has spoken.
import { afterEach } from 'vitest';
import { language } from '../words/language';
import { speakIn } from './speak-in';

await speakIn('en');

afterEach(async () => {
  if (language() !== 'en') await speakIn('en');
});
