// What is said of files and of saved runs, in English: one message in the format of ICU for each code.
import type { FileSayings } from '../../base/file-sayings';
import type { NoteSayings } from '../../base/note-sayings';
import type { SavedSayings } from '../../base/saved-sayings';

export const fileEnglish = {
  // what stands for a name
  'image-file': 'the image file',
  'label-file': 'the label file',
  'text-file': 'the text file',
  'the-file': 'the file',

  // any file
  'file-none': 'no file was given',
  'file-empty': '{name} is empty',
  'file-unreadable': '{name} cannot be read: {detail}',
  'file-too-large': '{name} has {mib}\u00a0MiB, and at most {most}\u00a0MiB are read: choose a smaller one',
  'file-unpacks-to-more': '{name} unpacks to more than {most}\u00a0MiB, the most that is read',
  'file-above': '{name} has more than {most}\u00a0MiB',
  'file-damaged': '{name} is damaged, or cut short',
  'file-changed': '{name} changed while it was read',
  'reader-silent':
    'nothing was heard from the reader for {seconds} seconds: the file may be broken, or too large for this device',
  'reader-cancelled': 'it was cancelled',
  'files-of-no-set': 'give one file, the two files of an IDX set, or images in folders by class',

  // files of other programs, and archives
  'save-as-csv':
    '{name} is in the format of {format}, which is not read: save the table in it as CSV, and give that',
  'save-as-text':
    '{name} is in the format of {format}, which is not read: save it as plain text (UTF-8), and give that',
  'save-as-png': '{name} is a {format} image, which is not read: save it as PNG or JPEG',
  'not-to-learn':
    '{name} is in the format of {format}, from which nothing is learned here: give a table, a text or images',
  'write-from-python':
    '{name} is in the format of {format}, which is not read: open it in Python, and write the table as CSV (DataFrame.to_csv)',
  'weights-not-data': '{name} holds the weights of a model ({format}), not data to learn from',
  'page-not-data':
    '{name} is a page of the web, not the file that its name says: the download may have wanted you to sign in',
  'pointer-not-data': '{name} only says where the file lies (Git LFS): download the file itself',
  'pack-as-zip':
    '{name} is an archive of {format}, which is not read: unpack it, and give the folder or a ZIP archive of it',
  'unpack-first': '{name} is packed by {format}, which is not read: unpack it, and give the file in it',
  'arrays-of-numpy':
    '{name} holds arrays of {format}, which are not read: write the table as CSV (numpy.savetxt), or the images as PNG, in a folder for each class',
  'zip-too-deep': '{name} is an archive in archives, more than are opened: unpack it',
  'zip-empty': '{name} holds no files',
  'files-without-data': '{name} holds no table, no text and no PNG or JPEG images, only files such as {such}',
  'several-files': '{name} holds several files to learn from ({such}): give one of them',

  // IDX
  'idx-alone': '{path} is one of two IDX files: give the images and the labels together',
  'idx-swapped': 'the image file holds labels and the label file images',
  'idx-no-images': 'the image file holds one number per example, as labels do',
  'idx-no-labels': 'the label file has {dimensions} dimensions, as an image file does',
  'idx-float-labels': 'the label file holds 32-bit floats; labels are unsigned bytes',
  'idx-counts':
    '{images} {images, plural, one {image} other {images}}, but {labels} {labels, plural, one {label} other {labels}}',
  'idx-empty': 'the files hold no examples',

  // texts
  'text-empty': 'the text file is empty',
  'text-not-utf8':
    'line {line} of the text file (byte {byte}) is not text in UTF-8: save it as UTF-8, or choose another',
  'text-binary':
    'line {line} of the text file (byte {byte}) holds the control character {code}: it is binary, not plain text',
  'text-cut':
    'line {line} of the text file ends in the middle of a character, at byte {byte}: it is cut short, or not text in UTF-8',
  'text-too-short':
    'the text has {characters} {characters, plural, one {character} other {characters}}; at least {least} are needed',
  'text-of-many-characters':
    'the text holds more than {most} different characters: choose one in a smaller alphabet',
  'text-unknown-character': 'line {line} of the text holds “{character}”, for which the model has no token',
  'no-byte-pairs': 'no two bytes of the text come together twice, so there are no byte pairs to learn',
  'tokens-malformed': 'the tokens that the run names are not well-formed',
  'line-not-utf8': 'line {line} of {name} is not text in UTF-8: save the file as UTF-8',

  // tables
  'first-lines-empty':
    '{lines, plural, one {the first line of {name} is} other {the first {lines} lines of {name} are}} empty',
  'many-empty-lines': 'the empty lines of {name} up to line {line} take more than {most} bytes: remove them',
  'one-value': 'line 1 of {name} has one value: a table has a line of values with commas between',
  'many-values': 'line 1 of {name} has {values} values; at most {most} are read',
  'uneven-line':
    'line {line} of {name} has {values} {values, plural, one {value} other {values}}, the first line {first}',
  'quote-ends-early': 'line {line} of {name} has a quote that does not end where its value ends',
  'row-without-end': 'the row that begins on line {line} of {name} does not end: is a quote left open?',
  'no-json-object': `line {line} of {name} is not a JSON object such as '{'"text": "…"'}'`,
  'json-broken': '{name} is neither one JSON value nor a JSON object a line: it may be cut short',
  'json-without-rows':
    '{name} holds no rows: a list of objects, an object of columns, or an object a line is read',
  'json-too-long':
    '{name} is one JSON value of more than {most} million characters: write an object a line (JSON Lines)',
  'long-line': 'line {line} of {name} has more than {most} characters',
  'objects-without-fields': 'the objects of {name} have no fields',
  'objects-of-many-fields': 'the objects of {name} have more than {most} different fields',
  'no-rows': '{name} has no rows under its first line',
  'no-column-of-classes': 'no column of {name} holds between 2 and {most} different classes',
  'no-such-column': '{name} has no column “{column}”',
  'column-of-one-value': 'column “{column}” has one value only, and classes are at least two',
  'column-of-amounts': 'column “{column}” holds measured numbers; only classes can be learned, not amounts',
  'column-of-many-values': 'column “{column}” has more than {most} different values: too many to be classes',
  'nothing-to-learn-from': '{name} has no column from which “{column}” could be learned',
  'many-inputs': '{name} makes {inputs} inputs of an example; at most {most} are read',
  'no-such-field': '{name} has no field “{field}”',
  'no-columns': '{name} has no columns',
  'images-elsewhere': '{name} refers to images that it does not hold',

  // images
  'neither-png-nor-jpeg': '{name} is neither a PNG nor a JPEG image',
  'no-images': '{name} holds no PNG or JPEG images',
  'one-folder': 'all images of {name} lie in one folder: put those of each class in a folder with its name',
  'many-folders': '{name} has {folders} folders of images; at most {most} classes are read',
  'many-pixels': '{name} claims {width} × {height} pixels: too many, or none',
  'zip-of-4-gib': '{name} is a ZIP64 archive above 4\u00a0GiB: pack a part of it',
  encrypted: '{path} is encrypted',
  'packed-otherwise': '{path} is packed by a method that is not read ({method}): pack it as a plain ZIP',

  // what a page finds in them
  'too-many-files': 'the folder holds more than {most} files, the most that are read: choose a part of it',
  'file-not-read': 'the file could not be read',
  'files-not-read': 'the files could not be read',
  'files-not-read-again': 'The files could not be read. Choose them again.',
  'reader-not-loaded': 'the reader of files could not be loaded',
  'text-not-whole':
    'The room trains on all of this text, and this device has room for its first {used} only. Free some space on it, or open the page in a window that is not private.',
  'data-of-other-hash': 'This is other data than the room’s: its hash begins {here}, the room’s {room}.',
  'text-not-cut': 'This text is not cut into the room’s tokens.',

  // downloads
  'host-changed-file': '{host} has another version of the file now',
  'host-status': '{host} answered with status {status}',
  'host-large-file': '{host} has a file of more than {most}\u00a0MiB, the most that is downloaded',
  'host-closed-line': '{host} closed the line after {bytes} of {of} bytes',
  'host-sent-nothing': '{host} sent nothing for {seconds} seconds',
  'host-out-of-reach': '{host} cannot be reached: the network may be down, or may block it',
  'download-not-kept': 'the file of {host} cannot be kept: {detail}',
  'unknown-dataset': 'this version of the page does not know the dataset “{id}”',
  'dataset-name': 'a dataset of Hugging Face has a name such as ylecun/mnist',
  'dataset-not-parquet': '{name} cannot be read as parquet: {detail}',
  'dataset-without-files': '{name} has no parquet files',
  'dataset-without-part': '{name} has no part “{part}” any more',
  'other-answer': '{host} gave an answer in another form than expected',

  // saved runs
  'nothing-to-save': 'this replica holds no trained parameters yet',
  'run-unreadable': 'the file cannot be read any more: {detail}',
  'run-too-large': 'the file has {bytes} bytes; at most {most} are read',
  'run-without-memory': 'this device has no memory for the run: {detail}',
  'run-damaged': 'the file is damaged',
  'no-safetensors': 'this is not a safetensors file',
  'no-run-of-lockstep':
    'the file holds tensors, but no run of Lockstep; if it is a GPT-2, give its config.json and tokenizer.json with it',
  'run-of-other-version': 'the file is of another version of Lockstep ({version})',
  'numbers-not-read': '“{tensor}” holds {dtype} numbers; only {read} are read',

  // a GPT of others
  'no-weights': 'the files lack {name}, the weights of the model',
  'two-weights': 'of “{one}” and “{other}”, one is the weights: give it alone',
  'shards-missing': '“{one}” is one of several files of weights, and some are missing: give all of them',
  'no-shape': 'the files lack {name}, the shape of the model: give it with the weights',
  'no-vocabulary': 'the files lack {name}, its vocabulary: give it with the weights',
  'file-twice': 'there is more than one {name}: give the files of one model',
  'no-json': '{name} is not JSON',
  'json-of-other-form': '{name} has another form than expected',
  'model-misfit': 'the model does not fit',
  'model-of-other-type': 'the model does not fit: it is a “{type}”, not a “gpt2”',
  'model-of-many-tokens': 'the model does not fit: it has {given} tokens; at most {most} fit',
  'model-of-many-positions': 'the model does not fit: it has {given} positions; at most {most} fit',
  'model-of-many-layers': 'the model does not fit: it has {given} layers; at most {most} fit',
  'model-of-many-channels': 'the model does not fit: it has {given} channels; at most {most} fit',
  'tokenizer-misfit': 'the tokenizer does not fit',
  'settings-misfit': 'the run is not possible with this text and these settings',

  // the playground
  'no-filters': 'the first layer of this model has no filters on an image',
  'reads-no-text': 'this model does not read text',
  'knows-no-character': 'the model knows no character of this text',
  'writes-no-text': 'this model does not write text',
  'no-examples-here': 'the examples of this run are not here',
  'copy-misfit': 'the copy of the model does not fit its own description',
  'no-model-yet': 'no model has come yet',
  'model-of-other-data': 'the model in this file takes other data than the model of now',
  'playground-not-loaded': 'the playground could not be loaded',
  'playground-closed': 'the playground was closed',
  'playground-silent': 'the playground gave no sign for {seconds} seconds',

  // texts
  'first-part': 'The first {used} of {of} are used: the text has more than fits.',
  'first-part-of-more': 'The first {used} of the text are used: it has more than fits.',
  'first-texts': 'The first {texts} texts are used: the file has more than fit.',
  'many-characters': 'The text has more than {most} different characters, so its tokens are byte pairs.',

  // tables
  'first-rows': 'The first {rows} rows are used: the file has more than fit.',
  'rows-without-class':
    '{rows} {rows, plural, one {row without a class is} other {rows without a class are}} left out.',
  'column-empty': 'Column “{column}” is left out: it is empty.',
  'column-constant': 'Column “{column}” is left out: it has the same value everywhere.',
  'names-on-line':
    'The names of the columns are on line {line}. {before, plural, one {One line before it is} other {{before} lines before it are}} skipped.',
  'names-doubtful': 'Line {line} is taken for the names of the columns, though it might be an example.',
  'second-names': 'Line {line} has words where the rows have numbers: it is skipped.',
  'no-names':
    'No line names the columns: line {line} is the first example, and columns are called “column 1”, “column 2” and so on.',
  'no-names-doubtful': 'Line {line} is taken for an example, though it might name the columns.',
  'first-lines-skipped':
    '{lines, plural, one {One line} other {{lines} lines}} before the first row {lines, plural, one {is} other {are}} skipped.',
  'delimiter-guessed': 'Values are cut at “{delimiter}”. “{other}” would fit as well.',
  'lines-of-comments':
    '{lines, plural, one {One line that begins like a comment is} other {{lines} lines that begin like comments are}} skipped.',
  'lines-uneven':
    '{lines, plural, one {Line {first} has {values} {values, plural, one {value} other {values}} instead of {width}, and is left out.} other {{lines} lines have more or fewer values than {width}, the first of them line {first}: they are left out.}}',
  'names-again':
    'The names of the columns come again {lines, plural, one {once} other {{lines} times}}: such lines are skipped.',
  'target-guessed': 'The column to learn is a guess: “{column}”. As likely: {others}.',
  'numbers-read-so':
    'In column “{column}”{more, plural, =0 {} other { and {more} more}}, “{cell}” is the number {value}.',
  'numbers-unclear':
    'In column “{column}”, “{cell}” is taken for {value}. It could be {other}, too: no number of the column tells.',
  'gaps-in-texts': '“{word}” in column “{column}” is a gap, as in columns of numbers of this file.',
  'column-is-index': 'Column “{column}” is left out: it only names or numbers the rows.',
  'column-like-index':
    'Column “{column}” has another whole number in every row. If they only name the rows, remove it from the file.',
  'column-of-row-numbers': 'Column “{column}” is left out: it numbers the rows.',
  'column-hardly-changes': 'Column “{column}” is left out: it hardly changes.',
  'column-mixed': 'Column “{column}” is left out: it has “{cell}” among its numbers, on line {line}.',
  'column-of-many-texts': 'Column “{column}” is left out: it has more than {most} different texts.',
  'column-of-other-type': 'Column “{column}” ({type}) is left out: it is of a type that is not read.',
  'columns-of-other-types': 'Further columns of types that are not read: {count}.',
  'columns-with-long-names': 'Columns whose names have more than {most} characters are left out: {count}.',
  'columns-beyond': 'Columns beyond the first {most} are left out: {count}.',

  // JSON Lines
  'field-late': 'Field “{field}” is left out: it first comes on line {line}, after the first {after}.',
  'fields-late': 'Further fields that come as late: {isAtLeast, select, true {at least } other {}}{count}.',
  'fields-without-names':
    'Fields without a name, or with one of more than {most} characters, are left out: {count}.',

  // images
  'images-beyond':
    '{count} {count, plural, one {image more than fits is} other {images more than fit are}} not used.',
  'first-images': 'The first {count} images are used: the file holds more than {bytes} bytes of them.',
  'rows-without-image': 'Rows without an image are left out: {count}.',
  'images-unreadable':
    '{count, plural, one {{path} cannot be read as a PNG or JPEG image, and is left out.} other {{count} files cannot be read as PNG or JPEG images, such as {path}, and are left out.}}',
  'images-without-class':
    '{count} {count, plural, one {image} other {images}} in the folder “{folder}” itself {count, plural, one {has no class, and is} other {have no class, and are}} left out.',
  'parts-joined': 'The folders {parts} are read as one set, and split into training and validation anew.',
  'classes-by-folder':
    'The classes are the folders in “{folder}”: folders within them only divide their images.',

  // bundles
  'zip-names-guessed':
    'The archive does not say how the names in it are written: they are read as {codePage}.',
  'one-of-files': 'Only {path} is read. The others are not: {others}.',
  'read-as-utf-16': 'The file is in UTF-16, and is read so.',
  'read-as-western':
    'The file is not in UTF-8. It is read as Windows-1252: see whether letters such as ä and é are right.',
  'json-in-text': 'The file looks like JSON, so its rows are read.',
  'table-in-text': 'The file looks like a table, so it is read as one.',
  'texts-in-table': 'Nothing but texts is in the table, so the texts of “{field}” are read.',

  // a GPT of others
  'tokens-of-no-text':
    '{count} {count, plural, one {token that no text has is} other {tokens that no text has are}} left out.',
  'words-cut-otherwise':
    'Lockstep cuts words by a rule of its own, not by GPT-2’s: some words get other tokens of the model.',

  // downloads
  'first-file': 'The first of {of} files of this part is used.',
  'tokens-of-no-text-such':
    '{count} {count, plural, one {token that no text has is} other {tokens that no text has are}} left out, such as “{such}”.',
} satisfies Readonly<Record<keyof (FileSayings & SavedSayings & NoteSayings), string>>;
