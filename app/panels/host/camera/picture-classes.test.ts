import { expect, test } from 'vitest';
import { cameraProblem } from '../../camera/camera-words';
import * as taken from './picture-classes';
import type { Pictures } from './picture-classes';

const pixels = new Uint8Array(3);
const shape = ({ classes }: Pictures) => classes.map(({ name, pictures }) => `${name}: ${pictures.length}`);

/** `count` pictures by one press. */
function press(pictures: Pictures, id: number, count: number): Pictures {
  let now = pictures;
  for (let at = 0; at < count; at++) now = taken.withPicture(now, id, pixels, at === 0);
  return now;
}

test('presses, deletions and classes are undone one after the other; names stay', () => {
  let now = press(press(taken.noPictures(), 0, 3), 1, 2);
  now = taken.renamed(now, 0, 'cup');
  const [cup] = now.classes;
  now = taken.withoutPicture(now, cup.id, cup.pictures[1].id);
  expect(now.classes[0].pictures).toEqual([cup.pictures[0], cup.pictures[2]]);
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

test('classes, pictures of one, and what can be undone have limits', () => {
  let now = press(taken.noPictures(), 0, taken.mostOfClass + 5);
  expect(now.classes[0].pictures).toHaveLength(taken.mostOfClass);
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
  let now = press(press(taken.noPictures(), 0, taken.fewestOfClass), 1, taken.fewestOfClass - 1);
  expect(taken.missing(now)).toBe('Take at least 5 pictures of each class: “Class 2” has 4.');
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
    expect(taken.missing(called)).toBe('A class needs another name.');
  }
  const paths = taken.pictureFiles(taken.renamed(now, 1, ' empty ')).map(({ path }) => path);
  expect([paths.length, paths[0], paths[9]]).toEqual([10, 'Class 1/0001.png', 'empty/0005.png']);
});

test.each([
  ['NotAllowedError', 'Permission denied', /^This page may not use the camera\./],
  ['NotAllowedError', 'Permission denied by system', /^The system does not let this browser/],
  ['NotFoundError', 'Requested device not found', /^No camera was found\./],
  ['NotReadableError', 'Could not start video source', /another program or another tab uses it/],
  ['Odd', 'something new', 'The camera could not be started: something new.'],
])('%s (%s) is explained', (name, message, words) => {
  expect(cameraProblem(new DOMException(message, name))).toMatch(words);
});
