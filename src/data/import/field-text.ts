// One field of many rows as a text: each value is a paragraph of its own.
import { say } from '../../base/sayings';
import { utf8 } from '../../base/bytes';
import { fail, ok, type Result } from '../../base/result';
import { JoinedPieces } from '../joined-pieces';
import { textCapBytes } from '../text-file';
import { ColumnProfile } from './column-profile';
import type { RowSource } from './rows';

/** Rows that show which fields hold texts. */
const looked = 200;
/** Shorter ones are names or categories. */
const fewestCharacters = 30;

/** Fields whose values are texts, a field named "text" first. */
export async function textFields(source: RowSource): Promise<Result<readonly string[], 'bad-file'>> {
  const profiles = source.columns.map((column) => new ColumnProfile(column));
  let rows = 0;
  const read = await source.read((cells, line) => {
    for (const [at, profile] of profiles.entries()) profile.add(cells[at], line);
    return ++rows < looked;
  });
  if (!read.ok) return read;
  const fields = profiles
    .filter(({ name, meanCharacters }) => meanCharacters >= fewestCharacters && !source.lists?.has(name))
    .map(({ name }) => name);
  return ok(fields.sort((a, b) => Number(b === 'text') - Number(a === 'text')));
}

export interface FieldText {
  readonly file: Blob;
  readonly texts: number;
  readonly hasMore: boolean;
}

export async function readField(
  source: RowSource,
  field: string,
  name: string,
  capBytes = textCapBytes,
): Promise<Result<FieldText, 'bad-file'>> {
  const at = source.columns.indexOf(field);
  if (at < 0) return fail('bad-file', say('no-such-field', { name, field }));
  const joined = new JoinedPieces();
  let texts = 0;
  let hasMore = false;
  const read = await source.read((cells) => {
    const text = cells[at].trim();
    if (text === '') return true;
    const encoded = utf8(`${text}\n\n`);
    if (joined.length + encoded.length > capBytes) {
      hasMore = true;
      return false;
    }
    joined.append(encoded);
    texts++;
    return true;
  });
  return read.ok ? ok({ file: await joined.finish(), texts, hasMore }) : read;
}
