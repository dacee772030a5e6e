import { residualLayers, usualResidual } from '../../model/presets';
import { inWords } from '../english/testing/in-words';
import { inEnglish } from '../english/in-english';
import { expect, test } from 'vitest';
import { ringHelp } from './ring-table';
import { parseRingOptions, type RingOptions } from './ring-options';

function options(...args: readonly string[]): RingOptions {
  const parsed = parseRingOptions(args);
  if (!parsed.ok) throw new Error(inEnglish(parsed.error.says));
  if (parsed.value.kind !== 'run') throw new Error('help');
  return parsed.value.options;
}

test('a command line without options is a run', () => {
  expect(options()).toMatchObject({
    replicas: 2,
    browsers: ['chromium'],
    engines: ['auto'],
    data: { kind: 'digits' },
    batch: 32,
    optimizer: 'adamw',
    steps: 200,
    bucketMode: 'measured',
    topology: 'auto',
    codec: { kind: 'f32' },
    sync: { kind: 'every-step' },
    noOverlap: false,
    boundedParts: false,
    json: false,
  });
});

test('files of a run: where it is written, and where it goes on from', () => {
  expect(options()).toMatchObject({
    save: undefined,
    resume: undefined,
    exportTo: undefined,
    withData: false,
  });
  expect(options('--export', 'hf dir', '--with-data')).toMatchObject({ exportTo: 'dir', withData: true });
  expect(options('--save', 'a.safetensors', '--export', 'hf', 'out dir', '--seed', '3')).toMatchObject({
    ...{ save: 'a.safetensors', exportTo: 'out dir', seed: 3 },
  });
  expect(options('--init', 'gpt', '--text', 'a.txt', '--lr', '0.001')).toMatchObject({
    init: 'gpt',
    resume: undefined,
  });
  expect(options('--resume', 'a.safetensors').resume).toEqual({ file: 'a.safetensors', steps: undefined });
  const longer = options(
    '--resume',
    'a.safetensors',
    '--steps',
    '900',
    '--kill-at',
    '500',
    '--text',
    'rhymes.txt',
  );
  expect(longer.resume).toEqual({ file: 'a.safetensors', steps: 900 });
  for (const [args, why] of [
    [['--resume', 'a', '--init', 'b', '--adapters', '8'], '--adapters needs the weights that it changes'],
    [['--adapters', '8'], '--adapters needs the weights that it changes'],
    [['--init', 'a', '--model', 'gpt', '--text', 'b'], '--init brings the model: leave --model out'],
    [['--init', 'a'], 'give --text'],
    [['--last-layers', '2'], '--last-layers needs the layers before them'],
    [
      ['--features', 'a', '--resume', 'b', '--last-layers', '2'],
      '--last-layers needs the layers before them',
    ],
    [['--features', 'a', '--model', 'cnn'], '--features brings the model: leave --model out'],
    [['--features', 'a', '--init', 'b', '--text', 'c'], 'both bring the model'],
    [['--features', 'a', '--text', 'b'], '--features takes pictures or sounds'],
    [['--features', 'a', '--data', 'x.zip', '--own', 'y.zip'], 'leave --own out'],
    [['--features', 'a', '--last-layers', '0'], '--last-layers'],
    [['--base', 'a'], 'give --features'],
    [['--resume', 'a', '--lr', '0.1'], 'leave --lr out'],
    [['--resume', 'a', '--sync', 'diloco'], 'leave --sync out'],
    [['--resume', 'a', '--data', 'moons'], 'leave --data out'],
    [['--resume', 'a', '--no-overlap'], 'leave --no-overlap out'],
    [['--resume', 'a', '--bounded-parts'], 'leave --bounded-parts out'],
    [['--export', 'onnx', 'out'], 'Unexpected argument'],
    [['--export', 'onnx'], '--export takes a format and a folder: --export hf DIR'],
    [['--export', 'hf'], '--export takes a format and a folder: --export hf DIR'],
    [['--export', 'hf', '--json'], '--export takes a format and a folder: --export hf DIR'],
  ] as const)
    expect(parseRingOptions(args)).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
});

test('a line is read, or refused with its limits', () => {
  expect(options().link).toBeUndefined();
  expect(options('--link', '5mbit,40ms,1%').link).toEqual({
    ...{ bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0.01 },
  });
  expect(options('--link', 'bad').link).toMatchObject({ bitsPerSecond: 1e6, delayMs: 100 });
  for (const [text, why] of [
    ['0.1mbit', '--link: the rate is 0.35 Mbit/s to 10 Gbit/s'],
    ['fast', '--link: a line is lan, wifi'],
  ])
    expect(parseRingOptions(['--link', text])).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
});

test('every option is read', () => {
  const all = options(
    ...[
      '--replicas',
      '16',
      '--browsers',
      'chromium,firefox',
      '--model',
      'mlp:256,128',
      '--activation',
      'gelu',
    ],
    ...['--data', 'spirals', '--noise', '0.2', '--examples', '500', '--validation', '50', '--batch', '48'],
    ...['--micro-batch', '16', '--optimizer', 'adamw', '--lr', '3e-4', '--steps', '1000', '--seed', '7'],
    ...['--topology', 'halving-doubling', '--codec', 'top-k:0.02', '--sync', 'diloco', '--inner-steps', '16'],
    ...['--buckets', 'per-tensor', '--first-bucket', '8', '--bucket-cap', '64', '--no-overlap'],
    '--bounded-parts',
    ...['--links', 'webrtc'],
    ...[
      '--evaluate-every',
      '0',
      '--json',
      '--headful',
      '--hardware',
      '--engine',
      'webgpu,cpu',
      '--url',
      'http://localhost:8080',
    ],
    ...[
      '--kill-at',
      '10',
      '--schedule',
      'cosine',
      '--warmup',
      '20',
      '--final-fraction',
      '0.1',
      '--clip',
      '1',
    ],
    ...['--scaling', 'sqrt', '--reference-batch', '64', '--weight-decay', '0.1', '--precision', 'mixed'],
    ...[
      '--checkpoints',
      '--global-batch',
      '96',
      '--shards',
      'measured',
      '--loss',
      'huber',
      '--patience',
      '4',
    ],
  );
  expect(all).toEqual({
    replicas: 16,
    browsers: ['chromium', 'firefox'],
    model: { family: 'mlp', hidden: [256, 128] },
    activation: 'gelu',
    data: { kind: 'points', set: 'spirals', noise: 0.2 },
    amount: [],
    loss: 'huber',
    noise: 0.2,
    innerSteps: 16,
    own: [],
    base: [],
    examples: 500,
    validation: 50,
    batch: 48,
    microBatch: 16,
    globalBatch: 96,
    shards: 'measured',
    optimizer: 'adamw',
    withData: false,
    weightDecay: 0.1,
    learningRate: 3e-4,
    schedule: 'cosine',
    warmup: 20,
    finalFraction: 0.1,
    scaling: 'sqrt',
    referenceBatch: 64,
    clip: 1,
    precision: 'mixed',
    checkpoints: true,
    steps: 1000,
    seed: 7,
    bucketMode: 'per-tensor',
    topology: 'halving-doubling',
    codec: { kind: 'top-k', share: 0.02 },
    sync: { kind: 'local', innerSteps: 16, outer: { kind: 'nesterov', learningRate: 0.7, momentum: 0.9 } },
    firstBucketKib: 8,
    bucketCapKib: 64,
    noOverlap: true,
    boundedParts: true,
    links: 'webrtc',
    evaluateEvery: 0,
    patience: 4,
    json: true,
    headful: true,
    hardware: true,
    engines: ['webgpu', 'cpu'],
    url: 'http://localhost:8080',
    killAt: 10,
    joinAt: undefined,
  });
});

test('models by name', () => {
  expect(options().model).toBeUndefined();
  expect(options('--model', 'linear').model).toEqual({ family: 'linear' });
  expect(options('--model', 'mlp').model).toEqual({ family: 'mlp', hidden: undefined });
  expect(options('--model', 'mlp:8').model).toEqual({ family: 'mlp', hidden: [8] });
  expect(options('--model', 'cnn').model).toEqual({ family: 'cnn', filters: [8, 16], units: 0 });
  expect(options('--model', 'cnn:16,32/128').model).toEqual({ family: 'cnn', filters: [16, 32], units: 128 });
  expect(options('--model', 'residual').model).toEqual({
    family: 'layers',
    layers: residualLayers(usualResidual),
  });
  expect(options('--model', 'residual:8').model).toMatchObject({ layers: [{ filters: 8 }, {}, {}, {}] });
  expect(options('--model', 'mine.json').model).toEqual({ family: 'file', file: 'mine.json' });
  expect(options('--model', 'gpt').model).toMatchObject({ family: 'gpt', layers: 2, channels: 64 });
  expect(options('--model', 'gpt:small').model).toMatchObject({ layers: 4, channels: 128, context: 128 });
  expect(options('--model', 'gpt:layers=3,dropout=0.1,tied=no').model).toEqual({
    ...{ family: 'gpt', layers: 3, channels: 64, heads: 4, context: 64, dropout: 0.1, tied: false },
  });
});

test('amounts: invented homes, or columns of a table', () => {
  expect(options('--data', 'homes', '--noise', '0.2').data).toEqual({ kind: 'homes', noise: 0.2 });
  expect(options('--data', 'a.csv', '--amount', 'price', '--amount', 'rent').data).toEqual({
    ...{ kind: 'import', path: 'a.csv' },
    wish: { kind: 'table', target: 'price', amounts: ['price', 'rent'] },
  });
});

test('files instead of built-in data', () => {
  expect(options('--images', 'a', '--labels', 'b').data).toEqual({ kind: 'files', images: 'a', labels: 'b' });
});

test.each([
  [['--replicas', '0'], '--replicas is a whole number from 1 to 16'],
  [['--replicas', '17'], '--replicas'],
  [['--replicas', '2.5'], '--replicas'],
  [['--replicas', ''], '--replicas'],
  [['--browsers', 'chromium,safari'], "not 'safari'"],
  [['--browsers', ''], '--browsers'],
  [['--engine', ''], '--engine'],
  [['--engine', 'gpu'], '--engine'],
  [['--model', 'resnet'], '--model'],
  [['--model', 'cnn:'], '--model'],
  [['--model', 'cnn:0'], '--model'],
  [['--model', 'gpt:huge'], '--model'],
  [['--model', 'gpt:layers=0'], '--model'],
  [['--model', 'gpt:heads'], '--model'],
  [['--model', 'linear:3'], '--model'],
  [['--text', 'a', '--data', 'text'], 'either --data'],
  [['--text', 'a', '--examples', '10'], '--examples is for built-in data'],
  [['--data', 'text', '--noise', '0.1'], '--noise is for the point sets'],
  [['--data', 'a.csv', '--column', 'a', '--amount', 'b'], 'give one of them'],
  [['--amount', 'b'], 'are for a file'],
  [['--schedule', 'step'], '--schedule'],
  [['--warmup', '-1'], '--warmup'],
  [['--clip', '-1'], '--clip'],
  [['--precision', 'f16'], '--precision'],
  [['--model', 'mlp:'], '--model'],
  [['--model', 'mlp:0'], '--model'],
  [['--model', 'mlp:4097'], '--model'],
  [['--data', 'mnist'], '--data is digits, moons'],
  [['--data', 'moons', '--column', 'a'], '--data PATH'],
  [
    ['--data', 'a.csv', '--column', 'a', '--byte-pairs', '400'],
    '--column, --amount, --delimiter and --names are for a table',
  ],
  [
    ['--data', 'a.csv', '--delimiter', 'comma', '--field', 'a'],
    '--column, --amount, --delimiter and --names are for a table',
  ],
  [['--data', 'moons', '--names', 'no'], '--data PATH'],
  [['--data', 'a.csv', '--names', 'maybe'], '--names is yes, no'],
  [['--data', 'a.csv', '--delimiter', ';'], '--delimiter is comma, semicolon'],
  [['--data', 'a.txt', '--byte-pairs', '256'], '--byte-pairs is a whole number from 257'],
  [['--data', 'a.csv', '--noise', '0.1'], '--noise is for the point sets'],
  [['--data', 'a.csv', '--examples', '10'], '--examples is for built-in data'],
  [['--noise', '0.1'], '--noise is for the point sets'],
  [['--data', 'moons', '--noise', '2'], '--noise is a number from 0 to 1'],
  [['--images', 'a'], 'come together'],
  [['--images', 'a', '--labels', 'b', '--data', 'digits'], 'either --data'],
  [['--images', 'a', '--labels', 'b', '--examples', '10'], '--examples is for built-in data'],
  [['--examples', '9'], '--examples'],
  [['--examples', '100', '--validation', '100'], 'some must remain'],
  [['--batch', '0'], '--batch'],
  [['--batch', '10', '--micro-batch', '4'], '--micro-batch divides --batch'],
  [['--optimizer', 'adam'], '--optimizer'],
  [['--lr', '0'], '--lr'],
  [['--lr', 'NaN'], '--lr'],
  [['--lr', 'Infinity'], '--lr'],
  [['--lr', ''], '--lr'],
  [['--steps', '0'], '--steps'],
  [['--seed', '4294967296'], '--seed'],
  [['--seed', '-1'], '--seed'],
  [['--buckets', 'fused'], '--buckets'],
  [['--topology', 'torus'], '--topology'],
  [['--sync', 'sometimes'], '--sync'],
  [['--inner-steps', '4'], '--inner-steps'],
  [['--sync', 'diloco', '--inner-steps', '1001'], '--inner-steps'],
  [['--sync', 'diloco', '--fragments', '2'], '--fragments needs --sync streaming-diloco'],
  [['--mix', '0.5'], '--mix needs'],
  [['--sync', 'streaming-diloco', '--inner-steps', '9', '--fragments', '2'], 'each of 2 fragments'],
  [['--sync', 'streaming-diloco', '--fragments', '4', '--delay', '3'], 'the delay is 3, and at most the 2'],
  [['--sync', 'streaming-diloco', '--fragments', '65'], '--fragments'],
  [['--sync', 'streaming-diloco', '--mix', '2'], '--mix'],
  [['--codec', 'zip'], '--codec'],
  [['--codec', 'top-k:0.5'], '--codec'],
  [['--codec', 'int8:0.1'], '--codec'],
  [['--codec', 'power-sgd:0'], '--codec'],
  [['--codec', 'power-sgd:2.5'], '--codec'],
  [['--first-bucket', '1'], '--first-bucket'],
  [['--url', 'localhost:8080'], '--url'],
  [['--kill-at', '200'], 'not before the last step'],
  [['--kill-at', '1', '--replicas', '1'], 'not the host'],
  [['--join-at', '1', '--replicas', '16'], 'at most 15'],
  [['--unknown'], '--unknown'],
  [['stray'], 'stray'],
  [['--lr'], '--lr'],
])('%j is refused', (args, message) => {
  const parsed = parseRingOptions(args);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(inEnglish(parsed.error.says)).toContain(message);
});

test('help names every option', () => {
  expect(parseRingOptions(['--help'])).toMatchObject({ ok: true, value: { kind: 'help' } });
  for (const name of [
    'images',
    'labels',
    'micro-batch',
    'bucket-cap',
    'kill-at',
    'join-at',
    'hardware',
    'engine',
    'json',
  ])
    expect(ringHelp).toContain(`--${name}`);
});
