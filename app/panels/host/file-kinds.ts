// The kinds of files that a picker asks for.
import type { IdxFiles, TextFile } from '../../bridge/session/engine-room';
import { formatCount } from '../../bridge/words/format';
import type { FileKind } from './file-picker';

export const idxFiles: FileKind<IdxFiles> = {
  prompt: 'Drop the two files here, gzipped or not, or choose them:',
  parts: ['Images', 'Labels'],
  sort(dropped) {
    const labels = dropped.find(({ name }) => /label|idx1/i.test(name));
    const images = dropped.find(
      (file) => file !== labels && (/image|idx3/i.test(file.name) || dropped.length === 2),
    );
    return images && labels
      ? [images, labels]
      : 'Drop two files together: the images and the labels, with “images” and “labels” in their names.';
  },
  read: (engine, [images, labels]) => engine.readIdxFiles(images, labels),
  describe: ({ name, examples, inputShape, classes }) =>
    `${name}: ${formatCount(examples)} examples of ${inputShape.join(' × ')}, ${classes} classes.`,
  isAnother: 'These are other files than the room’s: their hash begins',
  isUnreadable: 'The files could not be read. Choose them again.',
  staysHere: 'Nothing is uploaded: the files stay on this device.',
};

export const textFile: FileKind<TextFile> = {
  prompt: 'Drop a plain text file here, gzipped or not, or choose it:',
  parts: ['Text'],
  sort: (dropped) => dropped.slice(0, 1),
  read: (engine, [file]) => engine.readTextFile(file),
  describe: ({ name, characters, vocabulary }) =>
    `${name}: ${formatCount(characters)} characters, ${vocabulary} different ones.`,
  isAnother: 'This is another file than the room’s: its hash begins',
  isUnreadable: 'The file could not be read. Choose it again.',
  staysHere: 'Nothing is uploaded: the file stays on this device.',
};
