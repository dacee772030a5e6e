// Whether a step's sums were encoded by a codec with its share or its rank: bytes of two shares have nothing in common.
import { codecNumber, type CompressionSetting } from '../../codecs/setting';
import type { StepRecord } from './step-record';

export type Encoded = Pick<StepRecord, 'codec' | 'codecNumber'>;

export function encodedBy(setting: CompressionSetting): Encoded {
  const number = codecNumber(setting);
  return { codec: setting.kind, ...(number === undefined ? {} : { codecNumber: number }) };
}

export function isOfCodec(step: Encoded, setting: CompressionSetting): boolean {
  return step.codec === setting.kind && step.codecNumber === codecNumber(setting);
}
