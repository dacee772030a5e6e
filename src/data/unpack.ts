// A file as it is or gzipped, told apart by its first two bytes; unpacked as a stream and stopped at a cap, so that
// a bomb costs its cap and no more. Never throws on bad input.
import { concatBytes } from '../base/bytes';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';

export type UnpackErrorCode = 'bad-gzip' | 'too-large';

/** `name` says in messages which file it was. */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  capBytes: number,
  name: string,
): Promise<Result<Uint8Array<ArrayBuffer>, UnpackErrorCode>> {
  const tooLarge = fail('too-large', `${name} is larger than ${groupDigits(capBytes)} bytes unpacked`);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.length > capBytes ? tooLarge : ok(bytes);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(concatBytes(...parts));
      length += value.length;
      if (length > capBytes) {
        await reader.cancel();
        return tooLarge;
      }
      parts.push(value);
    }
  } catch (error) {
    return fail('bad-gzip', `${name} begins like gzip but cannot be unpacked: ${String(error)}`);
  }
}
