import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, test } from 'vitest';
import { compiled } from './compiled.mjs';
import { faultsOfCatalogue } from './faults-of-catalogue.mjs';

/** Sentences that components say. */
const said = (...messages: readonly string[]) =>
  Object.fromEntries(messages.map((message) => [generateMessageId(message), { message }]));
const po = (...pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([sentence, translation]) => `msgid "${sentence}"\nmsgstr "${translation}"\n`).join('\n');

const steps = '{shown} {n, plural, one {step} other {steps}}';

test('a catalogue with every sentence, and forms of its own, is right', () => {
  const right = po(
    ['Join {room}', '{room} beitreten'],
    [steps, '{n, plural, =0 {kein} one {ein} few {} other {{shown}}} Schritt'],
  );
  expect(faultsOfCatalogue(said('Join {room}', steps), right)).toEqual([]);
});

test.each([
  ['a sentence that the catalogue lacks', ['Join', 'Leave'], ['Join', 'Beitreten'], '“Leave” is missing'],
  ['one that nothing says', [], ['Join', 'Beitreten'], '“Join”: nothing says it any more'],
  ['one without a translation', ['Join'], ['Join', ''], '“Join”: it has no translation'],
  [
    'a value that is lost',
    ['Join {room}'],
    ['Join {room}', 'Beitreten'],
    '“Join {room}”: the translation lacks {room}',
  ],
  ['a value that is unknown', ['Join'], ['Join', '{raum} beitreten'], '“Join”: the translation has {raum}'],
  [
    'a part of a sentence',
    [' and more'],
    [' and more', ' und mehr'],
    '“ and more”: it begins or ends with a space: a part is no sentence',
  ],
] as const)('%s is a fault', (_, sentences, pair, fault) => {
  expect(faultsOfCatalogue(said(...sentences), po(pair))).toEqual([fault]);
});

test('a translation needs no plural, and no plural writes its own number', () => {
  expect(faultsOfCatalogue(said(steps), po([steps, '{shown} Ringe']))).toEqual([]);
  const own = '{n, plural, one {# step} other {# steps}}';
  expect(faultsOfCatalogue(said(own), po([own, own]))).toHaveLength(1);
  expect(faultsOfCatalogue(said('room #{n}'), po(['room #{n}', 'Raum Nr. {n}']))).toEqual([]);
});

test('a choice has the same cases in each language', () => {
  const sentence = '{mode, select, fast {Fast} other {Slow}}';
  expect(
    faultsOfCatalogue(said(sentence), po([sentence, '{mode, select, schnell {Schnell} other {Langsam}}'])),
  ).toHaveLength(2);
});

test('a message that cannot be read is a fault, and stops a build', () => {
  const broken = po(['Join {room}', '{room beitreten']);
  expect(faultsOfCatalogue(said('Join {room}'), broken)).toHaveLength(1);
  expect(() => compiled(broken)).toThrow();
});

test('a build reads what stands in the file, the sentence itself where it is not translated', () => {
  const messages = compiled(po(['Join {room}', '{room} beitreten'], ['Leave', '']));
  expect(messages).toEqual({
    [generateMessageId('Join {room}')]: [['room'], ' beitreten'],
    [generateMessageId('Leave')]: ['Leave'],
  });
});
