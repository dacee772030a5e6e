import { expect, test } from 'vitest';
import type { TakenExample } from '../../../../src/data/import/taken-example';
import { mediaFault } from '../../senses/media-fault';
import { senseTexts } from '../../senses/sense-sentences';
import { changedWords, whyWords } from '../../senses/sense-texts';
import * as taken from './taken-classes';
import type { TakenClasses } from './taken-classes';
import { takenWords } from './taken-words';

const example: TakenExample = { pixels: new Uint8Array(3), channels: 3, file: new Uint8Array(9) };
const shape = ({ classes }: TakenClasses) => classes.map(({ name, taken: of }) => `${name}: ${of.length}`);

/** `count` examples by one press. */
function press(given: TakenClasses, id: number, count: number): TakenClasses {
  let now = given;
  for (let at = 0; at < count; at++) now = taken.withExample(now, id, example, at === 0);
  return now;
}

test('presses, deletions and classes are undone one after the other; names stay', () => {
  let now = press(press(taken.noneTaken(), 0, 3), 1, 2);
  now = taken.renamed(now, 0, 'cup');
  const [cup] = now.classes;
  now = taken.withoutExample(now, cup.id, cup.taken[1].id);
  expect(now.classes[0].taken).toEqual([cup.taken[0], cup.taken[2]]);
  now = taken.withClass(now);
  now = taken.withoutClass(now, cup.id);
  expect(shape(now)).toEqual(['Class 2: 2', 'Class 3: 0']);
  const seen: string[][] = [];
  while (now.undoable.length > 0) seen.push(shape((now = taken.undone(now))));
  expect(seen).toEqual([
    ['cup: 2', 'Class 2: 2', 'Class 3: 0'],
    ['cup: 2', 'Class 2: 2'],
    ['cup: 3', 'Class 2: 2'],
    ['cup: 3', 'Class 2: 0'],
    ['cup: 0', 'Class 2: 0'],
  ]);
  expect(taken.undone(now)).toBe(now);
});

test('classes, examples of one, and what can be undone have limits', () => {
  let now = press(taken.noneTaken(), 0, taken.mostOfClass + 5);
  expect(now.classes[0].taken).toHaveLength(taken.mostOfClass);
  expect(now.undoable).toHaveLength(1);
  for (let n = 0; n < 20; n++) now = taken.withClass(now);
  expect(now.classes).toHaveLength(taken.mostClasses);
  expect(new Set(now.classes.map(({ name }) => name)).size).toBe(taken.mostClasses);
  for (let n = 0; n < 50; n++) now = press(now, 1, 1);
  expect(now.undoable).toHaveLength(20);
  for (const { id } of now.classes) now = taken.withoutClass(now, id);
  expect(now.classes).toHaveLength(taken.fewestClasses);
});

test('what is missing is said; files lie in folders by class', () => {
  let now = press(press(taken.noneTaken(), 0, taken.fewestOfClass), 1, taken.fewestOfClass - 1);
  expect(taken.missing(now)).toEqual({ name: 'Class 2', count: 4 });
  expect(takenWords('camera').few('Class 2', 4)).toBe(
    'Take at least 5 pictures of each class: “Class 2” has 4.',
  );
  now = press(now, 1, 1);
  expect(taken.missing(now)).toBeUndefined();
  for (const [name, problem] of [
    ['  ', 'Give the class a name.'],
    ['a/b', 'A name has no slash, and no full stop at its beginning.'],
    ['.cup', 'A name has no slash, and no full stop at its beginning.'],
    ['__MACOSX', 'Archives use this name for other things.'],
    ['Class 1 ', 'Another class has this name.'],
  ]) {
    const called = taken.renamed(now, 1, name);
    expect(taken.nameProblem(called, called.classes[1])).toBe(problem);
    expect(taken.missing(called)).toBe('name');
  }
  const paths = taken.takenFiles(taken.renamed(now, 1, ' empty '), 'png').map(({ name }) => name);
  expect([paths.length, paths[0], paths[9]]).toEqual([10, 'Class 1/0001.png', 'empty/0005.png']);
});

test.each([
  ['NotAllowedError', 'Permission denied', /^This page may not use the camera\./],
  ['NotAllowedError', 'Permission denied by system', /^The system does not let this browser/],
  ['NotFoundError', 'Requested device not found', /^No camera was found\./],
  ['NotReadableError', 'Could not start video source', /another program or another tab uses it/],
  ['Odd', 'something new', 'The camera could not be started: something new.'],
])('%s (%s) is explained', (name, message, words) => {
  expect(whyWords(senseTexts('camera'), mediaFault(new DOMException(message, name)))).toMatch(words);
});

test.each([
  ['NotAllowedError', 'Permission denied', /^This page may not use the microphone\./],
  ['NotFoundError', 'Requested device not found', /^No microphone was found\. .*WAV files/],
  ['Odd', '', 'The microphone could not be started: Odd.'],
])('a microphone’s %s (%s) is explained', (name, message, words) => {
  expect(whyWords(senseTexts('microphone'), mediaFault(new DOMException(message, name)))).toMatch(words);
});

test('what a browser still does to sound is named', () => {
  const texts = senseTexts('microphone');
  expect(changedWords(texts, [])).toBeUndefined();
  expect(changedWords(texts, ['noiseSuppression', 'autoGainControl'])).toMatch(
    /still alters it \(noise suppression, automatic gain\)/,
  );
});
