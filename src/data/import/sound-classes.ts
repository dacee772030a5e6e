// Sounds in folders by class, as pictures of one second each (spectrogram.ts).
import { say } from '../../base/sayings';
import { ok } from '../../base/result';
import { secondOf } from '../sound/sound';
import { spectrogram, spectrogramSide } from '../sound/spectrogram';
import { readWav } from '../sound/wav';
import type { SoundRecipe } from '../recipe';
import type { FolderReader } from './class-folders';

export const soundRecipe: SoundRecipe = { kind: 'sounds' };

export const soundReader: FolderReader<undefined> = {
  isPath: isSoundPath,
  none: (name) => say('no-sounds', { name }),
  unreadable: (count, path) => say('sounds-unreadable', { count, path }),
  shapeOf: async () => undefined,
  lengthOf: () => spectrogramSide ** 2,
  read(bytes, path) {
    const sound = readWav(bytes, path);
    return sound.ok ? ok(spectrogram(secondOf(sound.value))) : sound;
  },
};

/** `start`: the first bytes of a file. */
export function isWav(start: Uint8Array): boolean {
  const letters = (at: number): string => String.fromCharCode(...start.subarray(at, at + 4));
  return letters(0) === 'RIFF' && letters(8) === 'WAVE';
}

export function isSoundPath(path: string): boolean {
  return /\.wave?$/i.test(path);
}
