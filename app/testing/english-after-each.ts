// Every test file in Node has the page's sentences, in English, and each test leaves them so. No test depends on what
// another one has spoken. A file ends when the parts that its screens load late are there: files share modules, and a part
// whose loading was cut off would be missing in every file after it.
import { afterAll, afterEach, vi } from 'vitest';
import { language } from '../words/language';
import { speakIn } from './speak-in';

await speakIn('en');

afterEach(async () => {
  if (language() !== 'en') await speakIn('en');
});

afterAll(() => vi.dynamicImportSettled());
