// `--model`: a family, and after a colon its size: mlp:256,128 · cnn:16,32/128 · residual:16,32 · gpt:mini ·
// gpt:layers=2,channels=64; or a file with layers. Pure.
import { fail, ok, type Result } from '../../base/result';
import { cnnSizes, gptSizes, residualLayers, usualResidual } from '../../model/presets';
import type { ModelChoice } from '../../replica/model-choice';

/** The requested model, or the file that holds its layers; the data decides what is undefined. */
export type RequestedModel =
  | Exclude<ModelChoice, { family: 'mlp' }>
  | { readonly family: 'mlp'; readonly hidden: readonly number[] | undefined }
  | { readonly family: 'file'; readonly file: string };

const maxWidth = 4096;
export const defaultGpt = { family: 'gpt', ...gptSizes.mini, dropout: 0, tied: true } as const;
const gptNumbers = ['layers', 'channels', 'heads', 'context'] as const;

export function readModel(text: string): Result<RequestedModel, 'bad-model'> {
  if (/\.json$/i.test(text)) return ok({ family: 'file', file: text });
  const [family, size] = split(text);
  switch (family) {
    case 'linear':
      return size === undefined ? ok({ family }) : refuse(text);
    case 'mlp': {
      const hidden = size === undefined ? undefined : widths(size);
      return size === undefined || hidden ? ok({ family, hidden }) : refuse(text);
    }
    case 'cnn': {
      const named = cnnSizes[(size ?? 'small') as keyof typeof cnnSizes];
      if (named) return ok({ family, ...named });
      const [, list, units = '0'] = /^([\d,]+)(?:\/(\d+))?$/.exec(size ?? '') ?? [];
      const filters = widths(list ?? '');
      return filters && Number(units) <= maxWidth
        ? ok({ family, filters, units: Number(units) })
        : refuse(text);
    }
    case 'residual': {
      const filters = size === undefined ? usualResidual.widths : widths(size);
      if (!filters?.every((width) => width % usualResidual.groups === 0)) return refuse(text);
      return ok({ family: 'layers', layers: residualLayers({ ...usualResidual, widths: filters }) });
    }
    case 'gpt':
      return readGpt(text, size);
    default:
      return refuse(text);
  }
}

function readGpt(text: string, size: string | undefined): Result<RequestedModel, 'bad-model'> {
  const named = gptSizes[(size ?? 'mini') as keyof typeof gptSizes];
  if (named) return ok({ ...defaultGpt, ...named });
  const request: Record<string, number | boolean> = {};
  for (const part of size!.split(',')) {
    const [key, value] = part.split('=');
    const number = Number(value);
    if (gptNumbers.some((name) => name === key) && /^\d+$/.test(value) && number >= 1 && number <= maxWidth)
      request[key] = number;
    else if (key === 'dropout' && value && number >= 0 && number < 1) request.dropout = number;
    else if (key === 'tied' && (value === 'yes' || value === 'no')) request.tied = value === 'yes';
    else return refuse(text);
  }
  return ok({ ...defaultGpt, ...request });
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf(':');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function widths(list: string): number[] | undefined {
  if (!/^\d+(,\d+)*$/.test(list)) return undefined;
  const numbers = list.split(',').map(Number);
  return numbers.length <= 8 && numbers.every((width) => width >= 1 && width <= maxWidth)
    ? numbers
    : undefined;
}

function refuse(text: string): Result<never, 'bad-model'> {
  return fail(
    'bad-model',
    `--model is linear, mlp, mlp:256,128, cnn, cnn:16,32/128, residual, residual:16,32 (multiples of 8), a FILE.json of ` +
      `layers, gpt, gpt:small, or like gpt:layers=4,channels=128,heads=4,context=128,dropout=0.1,tied=no; not '${text}'`,
  );
}
