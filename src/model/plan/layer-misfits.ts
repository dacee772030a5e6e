// Why a list from anybody is no list of layers: each layer by its own schema, with the place of each misfit. Whether the
// layers go with each other is decided where they are placed (place-layers.ts).
import * as v from 'valibot';
import { say, type Saying } from '../../base/sayings';
import { layerTypes, type Layer } from '../../ops/layers';

export interface LayerMisfit {
  /** 'layers.3.0'; 'layers' for the whole list. */
  readonly path: string;
  readonly kind: string;
  readonly why: Saying;
}

/** Layers of a list, those of branches counted: more than any of ours, and few enough to look at each in no time. */
const mostLayers = 1024;
/** Layers of one list, as the schemas of the list and of the layers have it. */
const longestList = { layers: 64, block: 64, residual: 16 };
/** Lists within lists. */
export const deepestLayers = 5;
const longestShown = 40;

/** The reason with the layer's number: from 1, and within a branch '3.2'. */
export function layerMisfit(path: string, kind: string, why: Saying): Saying {
  const layer = path
    .split('.')
    .slice(1)
    .map((index) => Number(index) + 1)
    .join('.');
  return layer === '' ? why : say('layer-misfit', { layer, kind, why });
}

/** Empty: it is a list of layers of these kinds. */
export function layerMisfits(
  list: unknown,
  kinds: readonly string[] = Object.keys(layerTypes),
): readonly LayerMisfit[] {
  const misfits: LayerMisfit[] = [];
  let count = 0;
  const visitList = (layers: unknown, path: string, kind: keyof typeof longestList, depth: number): void => {
    const refuse = (why: Saying): void => void misfits.push({ path, kind, why });
    if (!Array.isArray(layers)) return refuse(say('layers-no-list'));
    if (depth > deepestLayers) return refuse(say('layers-too-deep', { most: deepestLayers }));
    const most = longestList[kind];
    if (layers.length > most) return refuse(say('layers-too-many', { count: layers.length, most }));
    count += layers.length;
    if (count > mostLayers) return refuse(say('layers-too-many', { count, most: mostLayers }));
    for (const [index, layer] of layers.entries()) visit(layer, `${path}.${index}`, depth);
  };
  const visit = (layer: unknown, path: string, depth: number): void => {
    if (typeof layer !== 'object' || layer === null || Array.isArray(layer))
      return void misfits.push({ path, kind: '?', why: say('layer-no-object') });
    const { kind: given, layers } = layer as { readonly kind?: unknown; readonly layers?: unknown };
    const kind = shownText(given);
    const type = kinds.includes(kind) ? layerTypes[kind as Layer['kind']] : undefined;
    if (!type)
      return void misfits.push({
        path,
        kind,
        why: say('layer-kind-unknown', { kind, kinds: kinds.join(', ') }),
      });
    const holdsLayers = kind === 'residual' || kind === 'block';
    if (holdsLayers && Array.isArray(layers) && layers.length === 0)
      misfits.push({ path, kind, why: say('layer-branch-empty') });
    else if (holdsLayers) visitList(layers, path, kind, depth + 1);
    const own = holdsLayers ? { ...layer, layers: stand } : layer;
    const parsed = v.safeParse(type.schema, own);
    if (parsed.success) return;
    const why = new Map(parsed.issues.map((issue) => [settingOf(issue), settingProblem(issue)]));
    for (const one of why.values()) misfits.push({ path, kind, why: one });
  };
  visitList(list, 'layers', 'layers', 1);
  return misfits;
}

/** Stands for the layers inside, which are looked at by themselves. */
const stand: readonly Layer[] = [{ kind: 'layer-norm' }];

function settingOf(issue: v.BaseIssue<unknown>): string {
  return shownText(issue.path?.[0]?.key ?? '?');
}

function settingProblem(issue: v.BaseIssue<unknown>): Saying {
  const setting = settingOf(issue);
  const { type, input, expected, requirement } = issue;
  if (type === 'strict_object')
    return say(expected === 'never' ? 'layer-setting-unknown' : 'layer-setting-missing', { setting });
  if (input === undefined) return say('layer-setting-missing', { setting });
  const limit = Number(requirement);
  if (typeof input === 'number' && Number.isFinite(limit)) {
    if (/^(min_value|gt_value)$/.test(type))
      return say('layer-setting-least', { setting, least: limit, given: input });
    if (/^(max_value|lt_value)$/.test(type))
      return say('layer-setting-most', { setting, most: limit, given: input });
  }
  return say('layer-setting-unusable', { setting, given: shownText(input) });
}

/** A hostile peer may nest objects deeper than the stack: what is in one is not shown. */
function shownText(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value).slice(0, longestShown);
}
