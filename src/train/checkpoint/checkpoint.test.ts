// S4: a checkpoint file holds the whole state, bit for bit. Whatever else a person gives is refused with the reason.
import { inEnglish } from '../../cli/english/in-english';
import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../base/bytes';
import { prng } from '../../base/prng';
import { mlpPreset } from '../../model/presets';
import { testCnn, testGpt } from '../../model/testing/models';
import { newRun } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { openCheckpoint, readCheckpoint } from './read-checkpoint';
import { mostFileBytes, mostHeaderBytes, openSafetensors } from './safetensors-file';
import { safetensorsHead } from './safetensors-header';
import { around, fileBytes, heldState, runOf } from './testing/held-state';
import { checkpointFile, checkpointName } from './write-checkpoint';
import { equalTrainState } from '../../optim/state/testing/equal-train-state';

const adamValues = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 };
const optimizers = [
  { kind: 'adamw', ...adamValues },
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
  { kind: 'lars', momentum: 0.9, weightDecay: 0, trustCoefficient: 0.01, epsilon: 0 },
  { kind: 'lamb', ...adamValues },
] as const;

const blob = (...parts: Uint8Array<ArrayBuffer>[]): Blob => new Blob(parts);

type Header = Record<string, Record<string, unknown>>;

/** The header of a file as an object, and its data. */
function takeApart(file: Uint8Array<ArrayBuffer>): { header: Header; data: Uint8Array<ArrayBuffer> } {
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  const text = new TextDecoder().decode(file.subarray(8, 8 + length));
  return { header: JSON.parse(text) as Header, data: file.slice(8 + length) };
}

function withHeader(text: string, data: Uint8Array): Blob {
  const header = utf8(text);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(header.length), true);
  return blob(concatBytes(length, header, data));
}

async function refusal(file: Blob): Promise<string> {
  const read = await readCheckpoint(file);
  return read.ok ? 'read' : `${read.error.code}: ${inEnglish(read.error.says)}`;
}

describe('a round trip', () => {
  test.each([
    ...optimizers.map((optimizer) => [optimizer.kind, { optimizer }] as const),
    ['a CNN', runOf(testCnn.spec)] as const,
    ['a GPT', runOf({ ...testGpt.spec, layers: [{ kind: 'embedding', vocabulary: 44, channels: 16 }, ...testGpt.spec.layers.slice(1)] })] as const, // prettier-ignore
  ])('%s: state and tensors bit for bit, and the digest', async (_, change) => {
    const held = heldState(change);
    const read = await readCheckpoint(await checkpointFile(held, around, () => Promise.resolve()));
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    expect(read.value.held.digest).toBe(held.digest);
    expect(read.value.held.state).toEqual(held.state);
    expect(equalTrainState(read.value.held.tensors, held.tensors)).toBe(true);
    const { lineage, savedAtMs, loss, engine } = read.value;
    expect({ lineage, savedAtMs, loss, engine, vocabulary: undefined }).toEqual(around);
  });

  test('how the images lie, on a sheet of the model’s size only', async () => {
    const images = heldState({ ...runOf(mlpPreset([28, 28], 10, [4], 'relu')) });
    const sheet = { side: 28, longest: 19, x: 14.25, y: 13.5 };
    const read = await readCheckpoint(blob(fileBytes(images, { ...around, sheet })));
    expect(read).toMatchObject({ ok: true, value: { sheet } });
    for (const wrong of [
      { ...sheet, side: 27 },
      { ...sheet, longest: 0 },
      { ...sheet, x: 29 },
      { ...sheet, z: 1 },
    ])
      expect(await refusal(blob(fileBytes(images, { ...around, sheet: wrong })))).toContain(
        'not well-formed',
      );
  });

  test('the file names what it holds', async () => {
    const held = heldState();
    const opened = await openSafetensors(
      blob(fileBytes(held, { ...around, vocabulary: { kind: 'characters', characters: ['a', '😀'] } })),
    );
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const { metadata, tensors } = opened.value;
    expect(metadata).toMatchObject({ format: 'pt', lineage: 'ab12cd34', digest: held.digest, step: '8', examples: '128' }); // prettier-ignore
    expect(JSON.parse(metadata.characters)).toEqual(['a', '😀']);
    expect([...tensors.keys()]).toEqual([
      'optimizer.products',
      ...['', 'optimizer.m.', 'optimizer.v.'].flatMap((prefix) =>
        ['layers.0.weight', 'layers.0.bias', 'layers.1.weight', 'layers.1.bias'].map(
          (name) => `${prefix}${name}`,
        ),
      ),
    ]);
    expect(checkpointName('ab12cd34', 2, 8)).toBe('lockstep-ab12cd34-run-2-step-8.safetensors');
  });
});

describe('refused, with the reason', () => {
  const file = fileBytes(heldState());
  const { header, data } = takeApart(file);
  const changed = (change: (header: Header) => unknown): Blob => {
    const copy = structuredClone(header);
    change(copy);
    return withHeader(JSON.stringify(copy), data);
  };
  const float = (at: number, value: number): Blob => {
    const copy = file.slice();
    new DataView(copy.buffer).setFloat32(at, value, true);
    return blob(copy);
  };

  test('the file as it is, with its header written anew', async () => {
    expect(await refusal(changed(() => undefined))).toBe('read');
  });

  test.each([
    ['nothing', new Blob([]), 'foreign: this is not a safetensors file: it is too short'],
    [
      'a text',
      new Blob(['Once upon a time there was a text.']),
      'foreign: this is not a safetensors file: its header would have 8030046917602012751 bytes',
    ],
    [
      'a PNG',
      blob(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0)),
      'foreign: this is not a safetensors file: its header would',
    ],
    [
      'a header of arrays',
      withHeader('[]', new Uint8Array()),
      'foreign: this is not a safetensors file: its header is not an object',
    ],
    [
      'a header that is not JSON',
      withHeader('{"a":', new Uint8Array()),
      'foreign: this is not a safetensors file: its header is not JSON',
    ],
    [
      'a header that is not UTF-8',
      blob(Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe)),
      'foreign: this is not a safetensors file: its header is not JSON',
    ],
    [
      'another program’s weights',
      withHeader('{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}', new Uint8Array(4)),
      'foreign: the file holds tensors, but no run of Lockstep',
    ],
    [
      'half precision',
      withHeader('{"w":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}', new Uint8Array(4)),
      'foreign: “w” holds F16 numbers; only F32, F64 are read',
    ],
    [
      'another version',
      changed((h) => (h.__metadata__.lockstep = 'checkpoint-9')),
      'other-version: the file is of another version of Lockstep (checkpoint-9)',
    ],
    [
      'no run state',
      changed((h) => delete h.__metadata__.state),
      'damaged: the file is damaged: the run state is not JSON',
    ],
    [
      'a number as metadata',
      changed((h) => (h.__metadata__.step = 8)),
      'damaged: the file is damaged: its metadata are not strings',
    ],
    [
      'a run without parameters',
      blob(fileBytes({ ...heldState(), state: newRun(testConfig) })),
      'damaged: the file is damaged: it holds a run without parameters',
    ],
    [
      'a tensor twice',
      withHeader(
        JSON.stringify(header).replace('"layers.0.bias":', '"layers.0.weight":{},"layers.0.bias":'),
        data,
      ),
      'damaged: the file is damaged: “layers.0.weight” is in its header twice',
    ],
    [
      'a tensor without a place',
      changed((h) => delete h['layers.0.bias'].data_offsets),
      'damaged: the file is damaged: “layers.0.bias” has no dtype, shape and place',
    ],
    [
      'a tensor too many',
      changed((h) => (h.extra = { dtype: 'F32', shape: [0], data_offsets: [0, 0] })),
      'damaged: the file is damaged: 1 tensors are not of this run, such as “extra”',
    ],
    [
      'another name',
      changed((h) => {
        h.other = h['layers.0.bias'];
        delete h['layers.0.bias'];
      }),
      'damaged: the file is damaged: “layers.0.bias” is missing',
    ],
    [
      'another shape',
      changed((h) => (h['layers.0.weight'].shape as number[]).reverse()),
      'damaged: the file is damaged: “layers.0.weight” has the shape (2, 16), and in this run (16, 2)',
    ],
    [
      'overlapping tensors',
      changed((h) => (h['layers.0.bias'].data_offsets = h['layers.0.weight'].data_offsets)),
      'damaged: the file is damaged: “layers.0.',
    ],
    [
      'a shape of too many elements',
      changed((h) => (h['layers.0.bias'].shape = [2 ** 40, 2 ** 40])),
      'damaged: the file is damaged: “layers.0.bias” has 64 bytes, and its shape',
    ],
    [
      'a NaN',
      float(file.length - 4, NaN),
      'damaged: the file is damaged: element 1 of “optimizer.v.layers.1.bias” is NaN',
    ],
    [
      'an infinity',
      float(file.length - 8, -Infinity),
      'damaged: the file is damaged: element 0 of “optimizer.v.layers.1.bias” is -Infinity',
    ],
    [
      'another number',
      float(file.length - 8, 0.25),
      'damaged: the file is damaged: its numbers are not those that were saved',
    ],
    [
      'a byte too many',
      blob(file, Uint8Array.of(0)),
      'damaged: the file is damaged: nothing owns its last 1 bytes',
    ],
  ])('%s', async (_, given, why) => {
    // prettier-ignore
    expect(await refusal(given)).toContain(why);
  });

  test('a header of a gigabyte, and a file that no run needs, are refused before they are read', async () => {
    let isRead = false;
    const huge = (size: number, headerBytes: bigint): Blob => {
      const first = new Uint8Array(8);
      new DataView(first.buffer).setBigUint64(0, headerBytes, true);
      return {
        size,
        slice: (start: number, end: number) => {
          isRead ||= end > 8;
          return new Blob([first.slice(start, end)]);
        },
      } as unknown as Blob;
    };
    expect(await refusal(huge(2 ** 31, BigInt(2 ** 30)))).toContain('its header would have 1073741824 bytes');
    expect(await refusal(huge(mostFileBytes + 1, 8n))).toContain('too-large: the file has');
    expect(await refusal(huge(2 ** 31, 2n ** 63n))).toContain('its header would have');
    expect(isRead).toBe(false);
    expect(mostHeaderBytes).toBeLessThan(2 ** 24);
  });

  test('a file that the disk lost', async () => {
    const lost = { size: 100, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) };
    expect(await refusal(lost as unknown as Blob)).toBe(
      'unreadable: the file cannot be read any more: Error: gone',
    );
  });

  test('cut anywhere, or with any byte changed: never read as something else, never an exception', async () => {
    const held = heldState();
    const random = prng('fuzz', 1);
    const reasons = new Map<string, number>();
    for (let i = 0; i < 400; i++) {
      const other = file.slice(0, i % 2 ? file.length : random.below(file.length));
      if (i % 2)
        for (let n = 1 + random.below(3); n > 0; n--)
          other[random.below(other.length)] ^= 1 << random.below(8);
      const read = await readCheckpoint(blob(other));
      if (read.ok) {
        // Only what is said beside the state may differ: the device's name, for example.
        expect(read.value.held.digest).toBe(held.digest);
        expect(equalTrainState(read.value.held.tensors, held.tensors)).toBe(true);
      } else expect(inEnglish(read.error.says).length).toBeLessThan(400);
      const code = read.ok ? 'read' : read.error.code;
      reasons.set(code, (reasons.get(code) ?? 0) + 1);
    }
    expect(reasons.get('damaged')).toBeGreaterThan(100);
    expect(reasons.get('foreign')).toBeGreaterThan(10);
  });
});

test('opening reads the header alone', async () => {
  const file = fileBytes(heldState());
  const opened = await openCheckpoint(blob(file));
  expect(opened.ok && opened.value.facts.state.step).toBe(8);
  const damagedData = file.slice();
  damagedData[file.length - 1] ^= 1;
  expect((await openCheckpoint(blob(damagedData))).ok).toBe(true);
  expect(await refusal(blob(damagedData))).toContain('damaged');
});

test('tensors of longer elements come first', () => {
  const single = { name: 'a', dtype: 'F32', shape: [3] } as const;
  const double = { name: 'b', dtype: 'F64', shape: [] } as const;
  expect(safetensorsHead([double, single], {}).length % 8).toBe(0);
  expect(() => safetensorsHead([single, double], {})).toThrow('longer elements come first');
  expect(() => safetensorsHead([single, single], {})).toThrow('the same name');
});
