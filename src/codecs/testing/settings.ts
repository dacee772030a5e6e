// One list of codecs for every test that goes through all of them, with the shares at both ends of their ranges.
import type { CodecSetting } from '../setting';

export const codecSettings: readonly CodecSetting[] = [
  { kind: 'f32' },
  { kind: 'fp16' },
  { kind: 'bf16' },
  { kind: 'int8' },
  { kind: 'int4' },
  { kind: 'sign' },
  { kind: 'top-k', share: 0.01 },
  { kind: 'top-k', share: 0.25 },
  { kind: 'sparse-loco', share: 1 / 64 },
  { kind: 'sparse-loco', share: 0.03 },
];

/** 'top-k 0.25'. */
export function settingName(setting: CodecSetting): string {
  return Object.values(setting).join(' ');
}
