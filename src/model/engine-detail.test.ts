import { unexpected } from '../base/sayings';
import { expect, test } from 'vitest';
import { EngineError, type EngineErrorCode } from './engine';
import { detailOfError, engineDetail } from './engine-detail';

test('what stops an engine has its own words in English, and a sentence of its kind elsewhere', () => {
  const codes: readonly EngineErrorCode[] = [
    'no-webgpu',
    'no-adapter',
    'device-lost',
    'out-of-memory',
    'gpu-error',
    'bad-model',
    'model-does-not-fit',
    'wrong-answers',
    'aborted',
  ];
  const said = codes.map((code) => engineDetail({ code, message: `${code} at 0x12` }));
  expect(said.map(({ english }) => english)).toEqual(codes.map((code) => `${code} at 0x12`));
  expect(new Set(said.map(({ code }) => code)).size).toBe(codes.length);
});

test('another error has only its own words', () => {
  expect(detailOfError(new EngineError('device-lost', 'gone')).code).toBe('engine-device-lost');
  expect(detailOfError(new Error('no such thing'))).toEqual(unexpected('no such thing'));
});
