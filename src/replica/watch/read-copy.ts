// The pieces of a copy of the model, back together (R19d). A member made it, so all of it is validated here at the edge. Pure.
import * as v from 'valibot';
import { concatBytes, fromUtf8 } from '../../base/bytes';
import { fromHalfs } from '../../base/float16';
import { fromBase64Url } from '../../net/room/room-key';
import { runConfig, type RunConfig } from '../../train/run/run-config';
import { sheetSchema } from '../../train/run/sheet-schema';
import type { Weights } from '../weights';
import { mostCopiedParameters } from './copy-limits';
import { nameOf } from './model-copy';

const copyHead = v.strictObject({
  config: runConfig,
  lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{0,8}$/)),
  step: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sheet: v.exactOptional(v.unknown()),
});

/** What arrives: the parameters are rounded to f16. */
export interface ModelCopy extends Pick<Weights, 'lineage' | 'step' | 'parameters' | 'sheet'> {
  readonly config: RunConfig;
}

/** `pieces`: all of one copy in order. undefined: this is no copy. */
export function readCopy(copy: string, pieces: readonly string[]): ModelCopy | undefined {
  const parts = pieces.map(fromBase64Url);
  if (!parts.every((part) => part !== undefined)) return undefined;
  const whole = concatBytes(...parts);
  if (whole.length < 4 || nameOf(whole) !== copy) return undefined;
  const headLength = new DataView(whole.buffer).getUint32(0, true);
  const body = whole.slice(4 + headLength);
  if (4 + headLength > whole.length || body.length % 2 !== 0) return undefined;
  if (body.length / 2 > mostCopiedParameters) return undefined;
  const head = v.safeParse(copyHead, jsonIn(whole.subarray(4, 4 + headLength)), { abortEarly: true });
  if (!head.success) return undefined;
  const { sheet: given, ...facts } = head.output;
  const sheet = v.safeParse(v.optional(sheetSchema(facts.config.model.inputShape)), given);
  if (!sheet.success) return undefined;
  const around = sheet.output ? { ...facts, sheet: sheet.output } : facts;
  return { ...around, parameters: Float32Array.from(fromHalfs(new Uint16Array(body.buffer))) };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}
