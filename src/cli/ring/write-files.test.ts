// A run of adapters leaves its checkpoint, and the whole model with the base that was given to the ring.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nameOfBytes } from '../../data/name-of-file';
import { compile } from '../../model/plan/plan';
import { gptPreset, gptSizes } from '../../model/presets';
import { fileBytes, heldState, runOf } from '../../train/checkpoint/testing/held-state';
import { tensorFile } from '../../train/checkpoint/testing/tensor-file';
import { writeFiles } from './write-files';

test('a run of adapters is exported with the base among the files of the ring, else the reason is said', async () => {
  const model = gptPreset({ ...gptSizes.tiny, vocabulary: 44, dropout: 0, tied: true });
  const adapters = { rank: 2, alpha: 4, weights: ['layers.1.0.1.qkv.weight'] };
  const base = tensorFile(model, new Float32Array(compile(model, 1).parameterCount));
  const held = heldState({ ...runOf({ ...model, adapters }), base: nameOfBytes(base) });
  const host = { checkpoint: () => Promise.resolve(fileBytes(held)) };
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-export-'));
  try {
    const options = { save: undefined, exportTo: path.join(folder, 'gpt'), withData: false };
    const given = { kind: 'provide-text', text: new Blob(['x']) } as const;
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const files = { ...given, named: [new Blob(['a tokenizer'])] };
    expect(await writeFiles(host, options, { files, base: new Blob([base]) }, report)).toEqual({
      kind: 'done',
    });
    expect(lines[0]).toContain('adapter/adapter_model.safetensors');
    const config = await readFile(path.join(options.exportTo, 'adapter', 'adapter_config.json'), 'utf8');
    expect(JSON.parse(config)).toMatchObject({ r: 2, target_modules: ['transformer.h.0.attn.c_attn'] });
    expect(await writeFiles(host, options, { files, base: undefined }, report)).toMatchObject({
      kind: 'failed',
      why: expect.stringMatching(/the model that this run began with is not on this device/),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
