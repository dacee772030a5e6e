import { say, unexpected } from '../../../src/base/sayings';
import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { ownMismatch } from '../../../src/data/own-data';
import { notKept, StorageFullError, textNotKept } from '../../../src/base/storage-words';
import { speakIn } from '../../testing/speak-in';
import { errorWords } from './phase-words';
import { sayingWords, technicalOf } from './saying-words';

test('what a replica says is a code on the wire to the page, and in the page’s language there', async () => {
  const said = say('all-steps-done', { steps: 3000 });
  expect(inEnglish(said)).toBe('all 3,000 steps are done');
  expect(sayingWords(said)).toBe('all 3,000 steps are done');
  await speakIn('de');
  expect(sayingWords(said)).toBe('alle 3\u202f000 Schritte sind getan');
  expect(sayingWords(say('joined', { names: 'Calm Heron', count: 1 }))).toBe(
    'Calm Heron ist dem Ring beigetreten',
  );
  expect(sayingWords(say('joined', { names: 'Calm Heron, Brave Otter', count: 2 }))).toContain(
    'sind dem Ring',
  );
  await speakIn('fr');
  expect(sayingWords(structuredClone(said))).toBe('les 3\u202f000 pas sont tous faits');
});

test('one frozen layer is said without a number, and several with theirs', async () => {
  const first = {
    en: /^the first layer cannot/,
    de: /^die erste Schicht kann/,
    fr: /^la première couche ne peut/,
    es: /^la primera capa no puede/,
  };
  for (const [language, one] of Object.entries(first)) {
    await speakIn(language);
    expect(sayingWords(say('frozen-layers', { frozen: 1 }))).toMatch(one);
    expect(sayingWords(say('frozen-layers', { frozen: 3 }))).toMatch(/ 3 /);
  }
  await speakIn('en');
  expect(inEnglish(say('frozen-layers', { frozen: 1 }))).toMatch(first.en);
});

test('a full storage is said in words of every language, another fault with its own', async () => {
  const full = notKept(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  expect(inEnglish(full)).toBe('The run is not kept on this device: the storage of this site is full. Free some space on this device, or save the run as a file.'); // prettier-ignore
  await speakIn('de');
  expect(sayingWords(full)).toMatch(/Der Speicher dieser Seite ist voll/);
  await speakIn('fr');
  expect(sayingWords(full)).toMatch(/le stockage de ce site est plein/);
  await speakIn('en');
  expect(sayingWords(notKept(new Error('it is locked')))).toBe('The run is not kept on this device: the storage of this site failed (it is locked). Save the run as a file.'); // prettier-ignore
});

test('sizes of a text that does not fit are in the units of the language', async () => {
  const said = say('large-text-no-room', { bytes: { bytes: 1e9 }, inMemory: { bytes: 64 * 2 ** 20 } });
  expect(inEnglish(said)).toBe('The text has 1.00\u00a0GB, and this device has no private storage with room for that: only a text of up to 67.1\u00a0MB fits into its memory.'); // prettier-ignore
  await speakIn('de');
  expect(sayingWords(said)).toMatch(/1,00\u00a0GB.* 67,1\u00a0MB/);
  await speakIn('fr');
  expect(sayingWords(said)).toMatch(/1,00\u00a0Go.* 67,1\u00a0Mo/);
  expect(sayingWords(textNotKept(new StorageFullError()))).toMatch(/son stockage est plein/);
});

test('words that only English has are never a half of a sentence in another language', async () => {
  const said = say('catch-up-failed', { detail: unexpected('a browser’s own words') });
  expect(sayingWords(said)).toBe('catching up failed: a browser’s own words');
  await speakIn('de');
  expect(sayingWords(said)).toBe('das Aufholen ist gescheitert (etwas Unerwartetes ist geschehen)');
  expect(technicalOf(said)).toBe('a browser’s own words');
});

test('a sentence within a sentence is in the same language', async () => {
  const said = say('server-away', { detail: say('server-silent') });
  expect(inEnglish(said)).toBe(
    'The room server is away: it is no longer heard. Members who are linked do not need it.',
  );
  await speakIn('de');
  expect(sayingWords(structuredClone(said))).toBe(
    'Der Raumserver ist weg (er ist nicht mehr zu hören). Verbundene Mitglieder brauchen ihn nicht.',
  );
});

test('what stops a replica has a sentence, or that of its kind', async () => {
  const says = say('host-did-not-answer', { minutes: 15 });
  expect(errorWords({ code: 'host-silent', says })).toBe('the host did not answer for 15 minutes');
  await speakIn('de');
  expect(errorWords({ code: 'host-silent', says })).toBe('die Leitung hat 15 Minuten lang nicht geantwortet');
  expect(errorWords({ code: 'device-lost', says: unexpected('a driver’s words') })).toBe(
    'Ein Neustart des Treibers, ein Ruhezustand oder ein anderes Programm hat sie genommen. Ein neuer Beitritt baut diese Replik aus dem Ring wieder auf.',
  );
  await speakIn('en');
  expect(errorWords({ code: 'device-lost', says: unexpected('a driver’s words') })).toBe('a driver’s words');
});

test('what a member sent that it may not is said in every language, with its numbers', async () => {
  const wrong = say('wrong-offset', { got: 12, expected: 14 });
  const what = say('frame-refused', { phase: 'all-gather', chunk: 2, segment: 0, detail: wrong });
  const said = structuredClone(say('sent-forbidden', { name: 'Calm Heron', detail: what }));
  expect(sayingWords(said)).toBe(
    'Calm Heron sent what it may not: all-gather chunk 2 segment 0: it is for element 12, expected 14',
  );
  await speakIn('de');
  expect(sayingWords(said)).toMatch(/Calm Heron.*es ist für Element 12, erwartet war 14/);
  await speakIn('fr');
  expect(sayingWords(said)).toMatch(/Calm Heron.*c’est pour l’élément 12, on attendait 14/);
});

test('why a member’s own examples do not fit is said in every language, with names in it', async () => {
  const room = { inputShape: [2], classes: 7, classNames: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  const misfit = ownMismatch(room, { ...room, classNames: undefined })!;
  expect(inEnglish(misfit)).toBe(
    'this room’s classes are a, b, c, d, e, f and 1 more, these examples’ are without names',
  );
  await speakIn('de');
  expect(sayingWords(misfit)).toBe(
    'die Klassen dieses Raums sind a, b, c, d, e, f und 1 weitere, die dieser Beispiele ohne Namen',
  );
});
