// The base of a run, from its file to the engine. An engine that was made has room for it, and the vector that
// carries it there is made before a byte is fetched: a device without the memory says so at once.
import { logged, say, type Saying } from '../../base/sayings';
import { fittingLength, tryVector } from '../../base/try-vector';
import { endOf, type Engine } from '../../model/engine';
import { readBase } from '../../train/checkpoint/base-file';
import { PrepareError } from '../../train/context/trainer-options';
import type { RunConfig } from '../protocol';
import type { FileStore, NamedFileWords } from '../files/file-store';

const baseWords: NamedFileWords = {
  fetching: (percent) => say('fetching-base', { percent }),
  didNotCome: (detail) => say('base-did-not-come', { detail }),
};

/** Rejects with PrepareError. */
export async function giveBase(
  { base, model }: RunConfig,
  { named }: Pick<FileStore, 'named'>,
  engine: Pick<Engine, 'base' | 'setBase'>,
): Promise<void> {
  if (!base) return;
  const halves = halvesOf(endOf(engine.base));
  const lacks = { model, base };
  const got = await named.get(base, { ...baseWords, lacks });
  if (!got.ok) {
    const { says } = got.error;
    throw new PrepareError({ kind: 'starting', doing: says, lacks }, logged(says));
  }
  const read = await readBase(got.value, model, halves);
  if (!read.ok) refuse('wrong-config', say('base-misfit', { detail: read.error.says }));
  engine.setBase(halves);
}

function halvesOf(length: number): Uint16Array {
  const words = Math.ceil(length / 2);
  const made = tryVector(words);
  if (made) return new Uint16Array(made.buffer, 0, length);
  const fits = fittingLength(words);
  refuse(
    'model-does-not-fit',
    say('base-without-memory', { needs: { bytes: 4 * words }, fits: { bytes: 4 * fits } }),
  );
}

function refuse(code: 'wrong-config' | 'model-does-not-fit', says: Saying): never {
  throw new PrepareError({ kind: 'failed', error: { code, says } }, logged(says));
}
