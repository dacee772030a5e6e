// Files of other programs, by their first bytes or by what lies in their archive, with what a person can do about each: a
// refusal that names the format and the way out helps more than one that names a wrong byte.
import { say } from '../../base/sayings';
import { fail } from '../../base/result';
import type { Refusal } from '../damaged-file';

type WayOut =
  | 'save-as-csv'
  | 'write-from-python'
  | 'weights-not-data'
  | 'not-to-learn'
  | 'save-as-text'
  | 'save-as-png'
  | 'pack-as-zip'
  | 'arrays-of-numpy'
  | 'unpack-first';

/** The bytes at the start, or at `at`. */
const starts: readonly (readonly [
  format: string,
  way: WayOut,
  bytes: string | readonly number[],
  at?: number,
])[] = [
  ['PDF', 'save-as-text', '%PDF'],
  ['RTF', 'save-as-text', '{\\rtf'],
  ['SQLite', 'save-as-csv', 'SQLite format 3'],
  ['HDF5', 'save-as-csv', [0x89, 0x48, 0x44, 0x46]],
  ['MATLAB', 'save-as-csv', 'MATLAB 5.0'],
  ['Arrow', 'save-as-csv', 'ARROW1'],
  ['Arrow', 'save-as-csv', 'FEA1'],
  ['Avro', 'save-as-csv', 'Obj\u0001'],
  ['ORC', 'save-as-csv', 'ORC'],
  ['NumPy', 'arrays-of-numpy', [0x93, 0x4e, 0x55, 0x4d]],
  ['Stata', 'save-as-csv', '<stata_dta>'],
  ['SPSS', 'save-as-csv', '$FL2@(#)'],
  ['SAS', 'save-as-csv', [0xc2, 0xea, 0x81, 0x60, 0xb3, 0x14], 12],
  ['R', 'save-as-csv', 'RDX'],
  ['R', 'save-as-csv', 'X\n\0\0\0'],
  ['pickle', 'write-from-python', [0x80, 0x03]],
  ['pickle', 'write-from-python', [0x80, 0x04, 0x95]],
  ['pickle', 'write-from-python', [0x80, 0x05, 0x95]],
  ['GGUF', 'weights-not-data', 'GGUF'],
  ['safetensors', 'weights-not-data', [0, 0, 0, 0, 0, 0x7b, 0x22], 3],
  ['MP3', 'not-to-learn', [0x49, 0x44, 0x33, 0x02]],
  ['MP3', 'not-to-learn', [0x49, 0x44, 0x33, 0x03]],
  ['MP3', 'not-to-learn', [0x49, 0x44, 0x33, 0x04]],
  ['FLAC', 'not-to-learn', 'fLaC'],
  ['Ogg', 'not-to-learn', 'OggS'],
  ['Matroska', 'not-to-learn', [0x1a, 0x45, 0xdf, 0xa3]],
  ['compress', 'unpack-first', [0x1f, 0x9d]],
  ['RAR', 'pack-as-zip', 'Rar!'],
  ['7-Zip', 'pack-as-zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['tar', 'pack-as-zip', 'ustar', 257],
  ['bzip2', 'unpack-first', 'BZh'],
  ['xz', 'unpack-first', [0xfd, 0x37, 0x7a, 0x58]],
  ['Zstandard', 'unpack-first', [0x28, 0xb5, 0x2f, 0xfd]],
  ['WebP', 'save-as-png', 'WEBP', 8],
  ['RIFF (AVI)', 'not-to-learn', 'RIFF'],
  ['GIF', 'save-as-png', 'GIF8'],
  ['BMP', 'save-as-png', 'BM'],
  ['TIFF', 'save-as-png', [0x49, 0x49, 0x2a, 0]],
  ['TIFF', 'save-as-png', [0x4d, 0x4d, 0, 0x2a]],
  ['AVIF', 'save-as-png', 'ftypavif', 4],
  ['HEIC', 'save-as-png', 'ftyphei', 4],
  ['HEIC', 'save-as-png', 'ftypmif1', 4],
  ['MP4', 'not-to-learn', 'ftyp', 4],
  ['JPEG 2000', 'save-as-png', 'jP  ', 4],
  ['JPEG XL', 'save-as-png', 'JXL ', 4],
  ['JPEG XL', 'save-as-png', [0xff, 0x0a]],
  ['Photoshop', 'save-as-png', '8BPS'],
];

const formatBytes = 512;

/** Undefined: it is none of these. `start`: at least `formatBytes`, or all. */
export function foreignFormat(start: Uint8Array, name: string): Refusal | undefined {
  const found = starts.find(([format, , bytes, at = 0]) => {
    const wanted = typeof bytes === 'string' ? [...bytes].map((letter) => letter.charCodeAt(0)) : bytes;
    // Two letters may begin a text, too: the bytes of a size follow, with zeros.
    const isBitmap = format !== 'BMP' || start.subarray(6, 10).every((byte) => byte === 0);
    return start.length >= 10 && isBitmap && wanted.every((byte, place) => start[at + place] === byte);
  });
  if (found) return refusal(found[0], found[1], name);
  if (isCompound(start))
    return isWord(name) ? refusal('Word', 'save-as-text', name) : refusal('Excel', 'save-as-csv', name);
  const text = String.fromCharCode(...start.subarray(0, formatBytes));
  if (text.startsWith('version https://git-lfs')) return fail('bad-file', say('pointer-not-data', { name }));
  const isPage = /^\s*<(!doctype html|html)[\s>]/i.test(text);
  return isPage && promised.test(name) ? fail('bad-file', say('page-not-data', { name })) : undefined;
}

/** Whether a file is of Microsoft's programs before 2007. */
function isCompound(start: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => start[at] === byte);
}

function isWord(name: string): boolean {
  return /\.(doc|dot|ppt)$/i.test(name);
}

/** No page of the web ends so. */
const promised = /\.(csv|tsv|tab|data|json|jsonl|ndjson|parquet|zip|gz|png|jpe?g)$/i;

/** An archive that is a document of an office program, or of NumPy. */
export function foreignArchive(paths: readonly string[], name: string): Refusal | undefined {
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  if (has(/^\[Content_Types\]\.xml$/)) {
    if (has(/^xl\//)) return refusal('Excel', 'save-as-csv', name);
    if (has(/^word\//)) return refusal('Word', 'save-as-text', name);
    return refusal('PowerPoint', 'save-as-text', name);
  }
  if (has(/^mimetype$/) && has(/^content\.xml$/))
    return /\.ods$/i.test(name)
      ? refusal('OpenDocument', 'save-as-csv', name)
      : refusal('OpenDocument', 'save-as-text', name);
  if (has(/^META-INF\/container\.xml$/)) return refusal('EPUB', 'save-as-text', name);
  if (has(/^Index\/Document\.iwa$/)) return refusal('Numbers', 'save-as-csv', name);
  if (has(/(^|\/)data\.pkl$/)) return refusal('PyTorch', 'weights-not-data', name);
  return paths.length > 0 && paths.every((path) => path.endsWith('.npy'))
    ? refusal('NumPy', 'arrays-of-numpy', name)
    : undefined;
}

function refusal(format: string, way: WayOut, name: string): Refusal {
  return fail('bad-file', say(way, { name, format }));
}
