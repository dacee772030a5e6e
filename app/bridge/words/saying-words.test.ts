import { afterEach, expect, test } from 'vitest';
import { detailOf, say } from '../../../src/base/sayings';
import { ownMismatch } from '../../../src/data/own-data';
import { notKept, StorageFullError, textNotKept } from '../../../src/base/storage-words';
import { sayings as french } from '../../text/fr/sayings';
import { sayings as german } from '../../text/de/sayings';
import { speak } from '../../text/language';
import { trouble } from '../../text/de/trouble';
import { troubles } from '../../text/de/troubles';
import { errorWords } from './error-words';
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

test('a full storage is said in words of every language, another fault with its own', () => {
  const full = notKept(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  expect(full[0]).toBe('The run is not kept on this device: the storage of this site is full. Free some space on this device, or save the run as a file.'); // prettier-ignore
  speak('de', { sayings: german });
  expect(sayingWords(...full)).toMatch(/Der Speicher dieser Seite ist voll/);
  speak('fr', { sayings: french });
  expect(sayingWords(...full)).toMatch(/le stockage de ce site est plein/);
  speak('en', {});
  expect(sayingWords(...notKept(new Error('it is locked')))).toBe('The run is not kept on this device: the storage of this site failed (it is locked). Save the run as a file.'); // prettier-ignore
});

test('sizes of a text that does not fit are in the units of the language', () => {
  const said = say('large-text-no-room', 1e9, 64 * 2 ** 20);
  expect(said[0]).toBe('The text has 1.00\u00a0GB, and this device has no private storage with room for that: only a text of up to 67.1\u00a0MB fits into its memory.'); // prettier-ignore
  speak('de', { sayings: german });
  expect(sayingWords(...said)).toMatch(/1\.00\u00a0GB.* 67\.1\u00a0MB/);
  speak('fr', { sayings: french });
  expect(sayingWords(...said)).toMatch(/1\.00\u00a0Go.* 67\.1\u00a0Mo/);
  expect(sayingWords(...textNotKept(new StorageFullError()))).toMatch(/son stockage est plein/);
});

test('what has no code stays English', () => {
  speak('de', { sayings: german });
  expect(sayingWords('a browser’s own words', undefined)).toBe('a browser’s own words');
});

test('a sentence within a sentence is in the same language', () => {
  const said = say('server-away', detailOf(say('server-silent')));
  expect(said[0]).toBe(
    'The room server is away: it is no longer heard. Members who are linked do not need it.',
  );
  speak('de', { sayings: german });
  expect(sayingWords(...structuredClone(said))).toBe(
    'Der Raumserver ist weg (er ist nicht mehr zu hören). Verbundene Mitglieder brauchen ihn nicht.',
  );
  expect(sayingWords(...say('catch-up-failed', 'a browser’s own words'))).toBe(
    'das Aufholen ist gescheitert (a browser’s own words)',
  );
});

test('what stops a replica has a sentence, or that of its kind', () => {
  const [message, says] = say('host-did-not-answer', 15);
  expect(errorWords({ code: 'host-silent', message, says })).toBe('the host did not answer for 15 minutes');
  speak('de', { sayings: german, trouble, troubles });
  expect(errorWords({ code: 'host-silent', message, says })).toBe(
    'die Leitung hat 15 Minuten lang nicht geantwortet',
  );
  expect(errorWords({ code: 'device-lost', message: 'a driver’s words' })).toBe(
    troubles.words['device-lost'].what,
  );
  speak('en', {});
  expect(errorWords({ code: 'device-lost', message: 'a driver’s words' })).toBe('a driver’s words');
});

test('what a member sent that it may not is said in every language, with its numbers', () => {
  const [text, says] = say('wrong-offset', 12, 14);
  const what = { text: `chunk 2 segment 0: ${text}`, says };
  const said = structuredClone(say('sent-forbidden', 'Calm Heron', what));
  expect(sayingWords(...said)).toBe(
    'Calm Heron sent what it may not: chunk 2 segment 0: it is for element 12, expected 14',
  );
  speak('de', { sayings: german });
  expect(sayingWords(...said)).toMatch(/Calm Heron.*es ist für Element 12, erwartet war 14/);
  speak('fr', { sayings: french });
  expect(sayingWords(...said)).toMatch(/Calm Heron.*c’est pour l’élément 12, on attendait 14/);
});

test('why a member’s own examples do not fit is said in every language, with names in it', () => {
  const room = { inputShape: [2], classes: 7, classNames: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  const misfit = ownMismatch(room, { ...room, classNames: undefined })!;
  expect(misfit.text).toBe(
    'this room’s classes are a, b, c, d, e, f and 1 more, these examples’ are without names',
  );
  speak('de', { sayings: german });
  expect(sayingWords(misfit.text, misfit.says)).toBe(
    'die Klassen dieses Raums sind a, b, c, d, e, f und 1 weitere, die dieser Beispiele ohne Namen',
  );
});
