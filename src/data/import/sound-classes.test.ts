import { expect, test } from 'vitest';
import { utf8 } from '../../base/bytes';
import { prng } from '../../base/prng';
import { say } from '../../base/sayings';
import { zipOf } from '../../base/zip';
import { inEnglish } from '../../cli/english/in-english';
import { importFiles } from './import-files';
import { soundTaken } from './taken-example';

const random = prng('sounds by class');

/** Sounds that a person recorded, as files in a folder per class. */
const taken = ['clap', 'ah'].flatMap((folder) =>
  Array.from({ length: 12 }, (_, at) => {
    const samples = Float32Array.from({ length: 44_100 }, () => 0.2 * random.normal());
    const { pixels, file } = soundTaken({ rate: 44_100, samples });
    return { name: `${folder}/${String(at + 1).padStart(4, '0')}.wav`, pixels, bytes: file };
  }),
);
const given = taken.map(({ name, bytes }) => ({ path: `sounds/${name}`, file: new Blob([bytes]) }));

test('seconds that were taken are the dataset’s pictures bit for bit, from a folder and from an archive', async () => {
  const read = await importFiles(given, { kind: 'sounds' }, () => undefined);
  const archive = { path: 'sounds.zip', file: new Blob([zipOf(taken)]) };
  const again = await importFiles([archive], undefined, () => undefined);
  if (!read.ok || read.value.kind !== 'idx') throw new Error('not read');
  const { inputShape, classNames, recipe, sha256, name } = read.value;
  expect({ inputShape, classNames, recipe, name }).toEqual({
    inputShape: [32, 32],
    classNames: ['ah', 'clap'],
    recipe: { kind: 'sounds' },
    name: 'sounds',
  });
  // IDX: a head of 16 bytes, then class ah, which was taken last.
  const pixels = new Uint8Array(await read.value.inputFile.arrayBuffer()).subarray(16);
  for (const [at, one] of [...taken.slice(12), ...taken.slice(0, 12)].entries())
    expect(pixels.subarray(at * 1024, (at + 1) * 1024)).toEqual(one.pixels);
  expect(again.ok && again.value).toMatchObject({ sha256, name, classNames, recipe });
});

test('a file that is no WAV sound is left out and named; a sound alone has no classes', async () => {
  const bad = { path: 'sounds/ah/9999.wav', file: new Blob([utf8('RIFF0000AVI ')]) };
  const read = await importFiles([...given, bad], undefined, () => undefined);
  expect(read.ok && read.value.notes).toEqual([say('sounds-unreadable', { count: 1, path: bad.path })]);
  const alone = await importFiles([given[0]], undefined, () => undefined);
  expect(alone.ok ? 'read' : inEnglish(alone.error.says)).toMatch(/^all files of sounds lie in one folder/);
});
