// Why files are not what a run needs: of a person's data, and of public datasets. A table of its own: a page fetches its words
// when it first shows one of them, and only readers of files hold the English.
import { groupDigits } from './group-digits';
import { sayFrom } from './say-from';

export const fileSayings = {
  // what stands for a name
  'image-file': () => 'the image file' as string,
  'label-file': () => 'the label file' as string,
  'text-file': () => 'the text file' as string,
  'the-file': () => 'the file' as string,

  // any file
  'file-none': () => 'no file was given' as string,
  'file-empty': (name: string) => `${name} is empty`,
  'file-unreadable': (name: string, detail: string) => `${name} cannot be read: ${detail}`,
  'file-too-large': (name: string, mib: number, most: number) =>
    `${name} has ${mib}\u00a0MiB, and at most ${most}\u00a0MiB are read: choose a smaller one`,
  'file-unpacks-to-more': (name: string, most: number) =>
    `${name} unpacks to more than ${most}\u00a0MiB, the most that is read`,
  'file-above': (name: string, most: number) => `${name} has more than ${most}\u00a0MiB`,
  /** The message in English says what is wrong at which byte. */
  'file-damaged': (name: string) => `${name} is damaged, or cut short`,
  'file-changed': (name: string) => `${name} changed while it was read`,
  'reader-silent': (seconds: number) =>
    `nothing was heard from the reader for ${groupDigits(seconds)} seconds: the file may be broken, or too large for this device`,
  'reader-cancelled': () => 'it was cancelled' as string,
  'files-of-no-set': () =>
    'give one file, the two files of an IDX set, or images in folders by class' as string,

  // files of other programs, and archives
  'save-as-csv': (name: string, format: string) =>
    `${name} is in the format of ${format}, which is not read: save the table in it as CSV, and give that`,
  'save-as-text': (name: string, format: string) =>
    `${name} is in the format of ${format}, which is not read: save it as plain text (UTF-8), and give that`,
  'save-as-png': (name: string, format: string) =>
    `${name} is a ${format} image, which is not read: save it as PNG or JPEG`,
  'not-to-learn': (name: string, format: string) =>
    `${name} is in the format of ${format}, from which nothing is learned here: give a table, a text or images`,
  'write-from-python': (name: string, format: string) =>
    `${name} is in the format of ${format}, which is not read: open it in Python, and write the table as CSV (DataFrame.to_csv)`,
  'weights-not-data': (name: string, format: string) =>
    `${name} holds the weights of a model (${format}), not data to learn from`,
  'page-not-data': (name: string) =>
    `${name} is a page of the web, not the file that its name says: the download may have wanted you to sign in`,
  'pointer-not-data': (name: string) =>
    `${name} only says where the file lies (Git LFS): download the file itself`,
  'pack-as-zip': (name: string, format: string) =>
    `${name} is an archive of ${format}, which is not read: unpack it, and give the folder or a ZIP archive of it`,
  'unpack-first': (name: string, format: string) =>
    `${name} is packed by ${format}, which is not read: unpack it, and give the file in it`,
  'arrays-of-numpy': (name: string, format: string) =>
    `${name} holds arrays of ${format}, which are not read: write the table as CSV (numpy.savetxt), or the images as PNG, in a folder for each class`,
  'zip-too-deep': (name: string) => `${name} is an archive in archives, more than are opened: unpack it`,
  'zip-empty': (name: string) => `${name} holds no files`,
  'files-without-data': (name: string, such: string) =>
    `${name} holds no table, no text and no PNG or JPEG images, only files such as ${such}`,
  'several-files': (name: string, such: string) =>
    `${name} holds several files to learn from (${such}): give one of them`,

  // IDX
  'idx-alone': (path: string) => `${path} is one of two IDX files: give the images and the labels together`,
  'idx-swapped': () => 'the image file holds labels and the label file images' as string,
  'idx-no-images': () => 'the image file holds one number per example, as labels do' as string,
  'idx-no-labels': (dimensions: number) =>
    `the label file has ${groupDigits(dimensions)} dimensions, as an image file does`,
  'idx-float-labels': () => 'the label file holds 32-bit floats; labels are unsigned bytes' as string,
  'idx-counts': (images: number, labels: number) =>
    `${groupDigits(images)} ${images === 1 ? 'image' : 'images'}, but ${groupDigits(labels)} ${labels === 1 ? 'label' : 'labels'}`,
  'idx-empty': () => 'the files hold no examples' as string,

  // texts
  'text-empty': () => 'the text file is empty' as string,
  'text-not-utf8': (line: number, byte: number) =>
    `line ${groupDigits(line)} of the text file (byte ${groupDigits(byte)}) is not text in UTF-8: save it as UTF-8, or choose another`,
  'text-binary': (line: number, byte: number, code: string) =>
    `line ${groupDigits(line)} of the text file (byte ${groupDigits(byte)}) holds the control character ${code}: it is binary, not plain text`,
  'text-cut': (line: number, byte: number) =>
    `line ${groupDigits(line)} of the text file ends in the middle of a character, at byte ${groupDigits(byte)}: it is cut short, or not text in UTF-8`,
  'text-too-short': (characters: number, least: number) =>
    `the text has ${groupDigits(characters)} ${characters === 1 ? 'character' : 'characters'}; at least ${groupDigits(least)} are needed`,
  'text-of-many-characters': (most: number) =>
    `the text holds more than ${groupDigits(most)} different characters: choose one in a smaller alphabet`,
  'text-unknown-character': (line: number, character: string) =>
    `line ${groupDigits(line)} of the text holds “${character}”, for which the model has no token`,
  'no-byte-pairs': () =>
    'no two bytes of the text come together twice, so there are no byte pairs to learn' as string,
  /** The message in English says what is wrong with them. */
  'tokens-malformed': () => 'the tokens that the run names are not well-formed' as string,
  'line-not-utf8': (line: number, name: string) =>
    `line ${groupDigits(line)} of ${name} is not text in UTF-8: save the file as UTF-8`,

  // tables
  'first-lines-empty': (lines: number, name: string) =>
    `the first ${groupDigits(lines)} lines of ${name} are empty`,
  'many-empty-lines': (name: string, line: number, most: number) =>
    `the empty lines of ${name} up to line ${groupDigits(line)} take more than ${groupDigits(most)} bytes: remove them`,
  'one-value': (name: string) =>
    `line 1 of ${name} has one value: a table has a line of values with commas between`,
  'many-values': (name: string, values: number, most: number) =>
    `line 1 of ${name} has ${groupDigits(values)} values; at most ${groupDigits(most)} are read`,
  'uneven-line': (line: number, name: string, values: number, first: number) =>
    `line ${groupDigits(line)} of ${name} has ${groupDigits(values)} ${values === 1 ? 'value' : 'values'}, the first line ${groupDigits(first)}`,
  'quote-ends-early': (line: number, name: string) =>
    `line ${groupDigits(line)} of ${name} has a quote that does not end where its value ends`,
  'row-without-end': (line: number, name: string) =>
    `the row that begins on line ${groupDigits(line)} of ${name} does not end: is a quote left open?`,
  'no-json-object': (line: number, name: string) =>
    `line ${groupDigits(line)} of ${name} is not a JSON object such as {"text": "…"}`,
  'json-broken': (name: string) =>
    `${name} is neither one JSON value nor a JSON object a line: it may be cut short`,
  'json-without-rows': (name: string) =>
    `${name} holds no rows: a list of objects, an object of columns, or an object a line is read`,
  'json-too-long': (name: string, most: number) =>
    `${name} is one JSON value of more than ${groupDigits(most)} million characters: write an object a line (JSON Lines)`,
  'long-line': (line: number, name: string, most: number) =>
    `line ${groupDigits(line)} of ${name} has more than ${groupDigits(most)} characters`,
  'objects-without-fields': (name: string) => `the objects of ${name} have no fields`,
  'objects-of-many-fields': (name: string, most: number) =>
    `the objects of ${name} have more than ${groupDigits(most)} different fields`,
  'no-rows': (name: string) => `${name} has no rows under its first line`,
  'no-column-of-classes': (name: string, most: number) =>
    `no column of ${name} holds between 2 and ${groupDigits(most)} different classes`,
  'no-such-column': (name: string, column: string) => `${name} has no column “${column}”`,
  'column-of-one-value': (column: string) =>
    `column “${column}” has one value only, and classes are at least two`,
  'column-of-amounts': (column: string) =>
    `column “${column}” holds measured numbers; only classes can be learned, not amounts`,
  'column-of-many-values': (column: string, most: number) =>
    `column “${column}” has more than ${groupDigits(most)} different values: too many to be classes`,
  'nothing-to-learn-from': (name: string, column: string) =>
    `${name} has no column from which “${column}” could be learned`,
  'many-inputs': (name: string, inputs: number, most: number) =>
    `${name} makes ${groupDigits(inputs)} inputs of an example; at most ${groupDigits(most)} are read`,
  'no-such-field': (name: string, field: string) => `${name} has no field “${field}”`,
  'no-columns': (name: string) => `${name} has no columns`,
  'images-elsewhere': (name: string) => `${name} refers to images that it does not hold`,

  // images
  'image-of-other-kind': (path: string) => `${path} is not read: save the images as PNG or JPEG`,
  'neither-png-nor-jpeg': (name: string) => `${name} is neither a PNG nor a JPEG image`,
  'no-images': (name: string) => `${name} holds no PNG or JPEG images`,
  'one-folder': (name: string) =>
    `all images of ${name} lie in one folder: put those of each class in a folder with its name`,
  'many-folders': (name: string, folders: number, most: number) =>
    `${name} has ${groupDigits(folders)} folders of images; at most ${groupDigits(most)} classes are read`,
  'many-pixels': (name: string, width: number, height: number) =>
    `${name} claims ${width} × ${height} pixels: too many, or none`,
  'zip-of-4-gib': (name: string) => `${name} is a ZIP64 archive above 4\u00a0GiB: pack a part of it`,
  encrypted: (path: string) => `${path} is encrypted`,
  'packed-otherwise': (path: string, method: number) =>
    `${path} is packed by a method that is not read (${method}): pack it as a plain ZIP`,

  // downloads
  'host-changed-file': (host: string) => `${host} has another version of the file now`,
  'host-status': (host: string, status: number) => `${host} answered with status ${status}`,
  'host-large-file': (host: string, most: number) =>
    `${host} has a file of more than ${groupDigits(most)}\u00a0MiB, the most that is downloaded`,
  'host-closed-line': (host: string, bytes: number, of: number) =>
    `${host} closed the line after ${groupDigits(bytes)} of ${groupDigits(of)} bytes`,
  'host-sent-nothing': (host: string, seconds: number) => `${host} sent nothing for ${seconds} seconds`,
  'host-out-of-reach': (host: string) =>
    `${host} cannot be reached: the network may be down, or may block it`,
  'download-not-kept': (host: string, detail: string) => `the file of ${host} cannot be kept: ${detail}`,
  'unknown-dataset': (id: string) => `this version of the page does not know the dataset “${id}”`,
  'dataset-name': () => 'a dataset of Hugging Face has a name such as ylecun/mnist' as string,
  'dataset-not-parquet': (name: string, detail: string) => `${name} cannot be read as parquet: ${detail}`,
  'dataset-without-files': (name: string) => `${name} has no parquet files`,
  'dataset-without-part': (name: string, part: string) => `${name} has no part “${part}” any more`,
  'other-answer': (host: string) => `${host} gave an answer in another form than expected`,
};

export const sayOfFile = sayFrom(fileSayings);
