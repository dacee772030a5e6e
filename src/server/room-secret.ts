// The secret of stamps (R30b) of a server that was given none: it is kept in .lockstep/, so that typed codes lead to their
// rooms after a restart, too.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const secretBytes = 32;

/** 64 hexadecimal digits; undefined where they cannot be kept, and then `warn` is told. */
export async function keptRoomSecret(
  folder: string,
  warn: (sentence: string) => void,
): Promise<string | undefined> {
  const file = path.join(folder, 'room-secret');
  try {
    const kept = await readFile(file, 'utf8').catch(() => '');
    if (kept.length === 2 * secretBytes) return kept;
    const made = randomBytes(secretBytes).toString('hex');
    await mkdir(folder, { recursive: true });
    await writeFile(file, made, { mode: 0o600 });
    return made;
  } catch (error) {
    warn(
      `the secret of room codes cannot be kept, so after a restart a typed code may have to wait for its room; set ROOM_SECRET: ${(error as Error).message}`,
    );
    return undefined;
  }
}
