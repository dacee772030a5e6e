// A Worker that keeps a text's tokens in the browser's private file system, trains on them, and reads them on request.
import { logged } from '../../../base/sayings';
import { FileStore } from '../file-store';
import { openTokenFile } from '../token-folder';
import { digestsOn, largeContext, lowLimits } from './large-run';

export type TokenQuestion =
  /** Opens the text, and trains on it. */
  | { readonly kind: 'train'; readonly text: string }
  /** The inputs of this window. */
  | { readonly kind: 'read'; readonly window: number }
  /** Is there room for so many bytes? */
  | { readonly kind: 'room'; readonly bytes: number };

export interface TrainAnswer {
  readonly hash: string;
  readonly isLarge: boolean;
  readonly digests: readonly string[];
}

const store = new FileStore(lowLimits);
let sha256 = '';

async function answer(question: TokenQuestion): Promise<unknown> {
  if (question.kind === 'room') {
    const file = await openTokenFile(question.bytes);
    await file?.remove();
    return file !== undefined;
  }
  if (question.kind === 'train') {
    const added = await store.addText(new Blob([question.text]));
    if (!added.ok) throw new Error(logged(added.error.says));
    sha256 = added.value;
  }
  const dataset = await store.text(sha256, largeContext, 'lines');
  if (!dataset) throw new Error(store.problem && logged(store.problem));
  if (question.kind === 'read') {
    const inputs = new Float32Array(largeContext);
    dataset.read(question.window, inputs, 0, new Uint32Array(largeContext), 0);
    return inputs;
  }
  const [digests] = await digestsOn([dataset], question.text);
  return { hash: dataset.hash, isLarge: dataset.text?.large !== undefined, digests } satisfies TrainAnswer;
}

self.onmessage = ({ data }: MessageEvent<TokenQuestion>) => {
  answer(data).then(
    (value) => postMessage({ value }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
};
