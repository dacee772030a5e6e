// `--model FILE.json`: the layers of a model, as a list or as {"layers": [...]}. The layer for the classes or amounts is not
// among them: the data says how many there are.
import { inEnglish } from '../english/in-english';
import { fail, ok, type Result } from '../../base/result';
import { say } from '../../base/sayings';
import type { Layer } from '../../replica/protocol';
import { isDeep } from '../../train/checkpoint/deep-json';
import { readFileWithin } from './file-choice';

const mostBytes = 1 << 20;

/** Whether the layers are a model for the data is decided with the data (ring-config.ts). */
export async function readLayersFile(file: string): Promise<Result<readonly Layer[], 'bad-model'>> {
  const found = await readFileWithin(file, mostBytes);
  if (!found.ok) return fail('bad-model', `--model ${file}: ${inEnglish(found.error.says)}`);
  const layers = layersIn(new TextDecoder().decode(found.value));
  return layers ? ok(layers) : fail('bad-model', `--model ${file}: ${inEnglish(say('layers-no-list'))}`);
}

function layersIn(text: string): readonly Layer[] | undefined {
  if (isDeep(text)) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    const list = Array.isArray(read)
      ? (read as unknown)
      : (read as { readonly layers?: unknown } | null)?.layers;
    return Array.isArray(list) ? (list as readonly Layer[]) : undefined;
  } catch {
    return undefined;
  }
}
