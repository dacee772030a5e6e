// Why files are not what a run needs: of a person's data, and of public datasets. Codes with the values of their sentences.
import type { Bytes, Name, Saying } from './sayings';

export interface FileSayings {
  // what stands for a name
  'image-file': undefined;
  'label-file': undefined;
  'text-file': undefined;
  'the-file': undefined;

  // any file
  'file-none': undefined;
  'file-empty': { name: Name };
  'file-unreadable': { name: Name; detail: Saying };
  'file-too-large': { name: Name; mib: number; most: number };
  'file-unpacks-to-more': { name: Name; most: number };
  'file-above': { name: Name; most: number };
  'file-damaged': { name: Name };
  'file-changed': { name: Name };
  'picture-misfit': undefined;
  'reader-silent': { seconds: number };
  'reader-cancelled': undefined;
  'files-of-no-set': undefined;

  // files of other programs, and archives
  'save-as-csv': { name: string; format: string };
  'save-as-text': { name: string; format: string };
  'save-as-png': { name: string; format: string };
  'not-to-learn': { name: string; format: string };
  'write-from-python': { name: string; format: string };
  'weights-not-data': { name: string; format: string };
  'page-not-data': { name: string };
  'pointer-not-data': { name: string };
  'pack-as-zip': { name: string; format: string };
  'unpack-first': { name: string; format: string };
  'arrays-of-numpy': { name: string; format: string };
  'zip-too-deep': { name: string };
  'zip-empty': { name: string };
  'files-without-data': { name: string; such: string };
  'several-files': { name: string; such: string };

  // IDX
  'idx-alone': { path: string };
  'idx-swapped': undefined;
  'idx-no-images': undefined;
  'idx-no-labels': { dimensions: number };
  'idx-float-labels': undefined;
  'idx-counts': { images: number; labels: number };
  'idx-empty': undefined;

  // texts
  'text-empty': undefined;
  'text-not-utf8': { line: number; byte: number };
  'text-binary': { line: number; byte: number; code: string };
  'text-cut': { line: number; byte: number };
  'text-too-short': { characters: number; least: number };
  'text-of-many-characters': { most: number };
  'text-unknown-character': { line: number; character: string };
  'no-byte-pairs': undefined;
  'tokens-malformed': undefined;
  /** `root`: the first digits of the hash by which the run names it. */
  'tokenizer-not-here': { root: string };
  'fetching-tokenizer': { percent: number };
  'tokenizer-did-not-come': { detail: Saying };
  'fetching-base': { percent: number };
  'base-did-not-come': { detail: Saying };
  'fetched-outside': undefined;
  'run-lacks-base': undefined;
  'base-misfit': { detail: Saying };
  'base-beyond-half': { tensor: string; value: string };
  'base-without-memory': { needs: Bytes; fits: Bytes };
  'line-not-utf8': { line: number; name: string };

  // tables
  'first-lines-empty': { lines: number; name: string };
  'many-empty-lines': { name: string; line: number; most: number };
  'one-value': { name: string };
  'many-values': { name: string; values: number; most: number };
  'uneven-line': { line: number; name: string; values: number; first: number };
  'quote-ends-early': { line: number; name: string };
  'row-without-end': { line: number; name: string };
  'no-json-object': { line: number; name: string };
  'json-broken': { name: string };
  'json-without-rows': { name: string };
  'json-too-long': { name: string; most: number };
  'long-line': { line: number; name: string; most: number };
  'objects-without-fields': { name: string };
  'objects-of-many-fields': { name: string; most: number };
  'no-rows': { name: string };
  'no-column-of-classes': { name: string; most: number };
  'no-such-column': { name: string; column: string };
  'column-of-one-value': { column: string };
  'column-of-amounts': { column: string };
  'column-of-many-values': { column: string; most: number };
  'rows-without-all-amounts': { name: string };
  'many-amounts': { most: number };
  'amount-with-text': { column: string; cell: string; line: number };
  'amount-empty': { column: string };
  'amount-is-index': { column: string };
  'amount-constant': { column: string };
  'amount-of-few-rows': { column: string; rows: number; least: number };
  'nothing-to-learn-from': { name: string; column: string };
  'many-inputs': { name: string; inputs: number; most: number };
  'no-such-field': { name: string; field: string };
  'no-columns': { name: string };
  'images-elsewhere': { name: string };

  // sounds
  'no-sounds': { name: string };
  'not-a-wav': { name: string };
  'wav-format': { name: string };
  'wav-empty': { name: string };

  // images
  'neither-png-nor-jpeg': { name: string };
  'no-images': { name: string };
  'one-folder': { name: string };
  'many-folders': { name: string; folders: number; most: number };
  'many-pixels': { name: string; width: number; height: number };
  'zip-of-4-gib': { name: string };
  encrypted: { path: string };
  'packed-otherwise': { path: string; method: number };

  // what a page finds in them
  'too-many-files': { most: number };
  'file-not-read': undefined;
  'files-not-read': undefined;
  'files-not-read-again': undefined;
  'reader-not-loaded': undefined;
  'text-not-whole': { used: Bytes };
  'data-of-other-hash': { here: string; room: string };
  'text-not-cut': undefined;

  // downloads
  'host-changed-file': { host: string };
  'host-status': { host: string; status: number };
  'host-large-file': { host: string; most: number };
  'host-closed-line': { host: string; bytes: number; of: number };
  'host-sent-nothing': { host: string; seconds: number };
  'host-out-of-reach': { host: string };
  'download-not-kept': { host: string; detail: Saying };
  'unknown-dataset': { id: string };
  'dataset-name': undefined;
  'dataset-not-parquet': { name: string; detail: Saying };
  'dataset-without-files': { name: string };
  'dataset-without-part': { name: string; part: string };
  'other-answer': { host: string };
}
