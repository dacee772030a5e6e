import { valuesOf } from '../../base/sayings';
import { describe, expect, test } from 'vitest';
import { imageFolders } from './image-folders';

const of = (...paths: readonly string[]) => {
  const { classes, notes } = imageFolders(paths.map((path) => `${path}/1.png`));
  return [classes, notes.map((note) => [note.code, ...Object.values(valuesOf(note))])];
};

describe('the folder that is the class', () => {
  test('is the innermost, under any root', () => {
    expect(of('cats', 'dogs')).toEqual([['cats', 'dogs'], []]);
    expect(of('x/y/cats', 'x/y/dogs')).toEqual([['cats', 'dogs'], []]);
    expect(of('site a/cats', 'site a/dogs', 'site b/cats')).toEqual([['cats', 'dogs', 'cats'], []]);
    expect(of('anna/0', 'anna/1', 'ben/0', 'ben/1')).toEqual([['0', '1', '0', '1'], []]);
    expect(of('cats/persian', 'cats/siamese', 'dogs/poodle')).toEqual([['persian', 'siamese', 'poodle'], []]);
  });

  test('is the outer one where folders by year, by batch or of one name divide it', () => {
    const outer = ['cats', 'cats', 'dogs'];
    for (const [one, other] of [
      ['2023', '2024'],
      ['batch 1', 'batch 2'],
      ['2023-05', '2023-06'],
    ])
      expect(of(`p/cats/${one}`, `p/cats/${other}`, `p/dogs/${one}`)).toEqual([
        outer,
        [['classes-by-folder', 'p']],
      ]);
    expect(of('p/cats/images', 'p/dogs/images')).toEqual([['cats', 'dogs'], [['classes-by-folder', 'p']]]);
    expect(of('p/cats', 'p/cats/best', 'p/dogs')).toEqual([outer, [['classes-by-folder', 'p']]]);
  });

  test('train and test are no classes: they are read together, and what lies in them alone has none', () => {
    expect(of('p/train/cats', 'p/train/dogs', 'p/test/cats')).toEqual([
      ['cats', 'dogs', 'cats'],
      [['parts-joined', '“test”, “train”']],
    ]);
    expect(of('train/cats', 'train/dogs', 'test', 'test')).toEqual([
      ['cats', 'dogs', undefined, undefined],
      [['images-without-class', 2, 'test']],
    ]);
    expect(of('train/cats/2023', 'train/cats/2024', 'train/dogs/2023', 'val/cats/2023')).toEqual([
      ['cats', 'cats', 'dogs', 'cats'],
      [
        ['parts-joined', '“train”, “val”'],
        ['classes-by-folder', 'train'],
      ],
    ]);
  });

  test('train and test without folders within are what they are called', () => {
    expect(of('p/train', 'p/test')).toEqual([['train', 'test'], []]);
  });
});
