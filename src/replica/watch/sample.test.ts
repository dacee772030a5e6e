// R19g: the model’s view of a few examples, from a member to those who watch.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { maxPictureText } from '../../net/room/room-messages';
import { roomFor } from '../../net/room/sealed-text';
import { toBase64Url } from '../../net/room/room-key';
import { history } from '../../../tools/lab/fixtures/history';
import { amountSample, boundarySample, digitSample, textSample } from '../../../tools/lab/fixtures/samples';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import type { Sample, Snapshot } from '../protocol';
import { pictureEveryMs, PictureSender } from './picture-sender';
import type { ShownPicture } from './picture-choice';
import { packMessage, readMessage } from './ring-message';
import { SampleGiver, sampleEveryMs, textEveryMs } from './sample-giver';
import { packSample, readSample, type SampleMessage } from './sample-message';
import { drawnEveryMs, SampleReceiver } from './sample-receiver';

const made = new Map<string, Snapshot>();

function snapshotAt(name: string, change: Partial<Snapshot> = {}): Snapshot {
  const setup = states.map((state) => state()).find((each) => each.name === name)!;
  if (!made.has(name)) made.set(name, snapshotOf(setup, history(setup)));
  return { ...made.get(name)!, ...change };
}

const overTheWire = (message: unknown): unknown => JSON.parse(JSON.stringify(message));

const bytesOf = (message: unknown): number => new TextEncoder().encode(JSON.stringify(message)).length;

test('a boundary, digits and a text come as they were, to what can be seen, and fit in a picture’s place', () => {
  const [boundary, digits, text] = [boundarySample(), digitSample(), textSample()] as const;
  const longText = { ...text, prompt: '→'.repeat(500), continuation: '語'.repeat(5000) } as Sample;
  for (const sample of [boundary, digits, text, longText])
    expect(bytesOf(packSample({ step: 9, sample }))).toBeLessThanOrEqual(roomFor(maxPictureText));
  const seen = (sample: Sample) => readSample(overTheWire(packSample({ step: 9, sample })))!;
  const line = seen(boundary).sample as typeof boundary & { kind: 'boundary' };
  if (boundary.kind !== 'boundary' || digits.kind !== 'digits') throw new Error('other samples');
  expect([line.side, line.extent, line.labels]).toEqual([boundary.side, boundary.extent, boundary.labels]);
  for (const [at, chance] of line.probability.entries())
    if (Math.abs(chance - boundary.probability[at]) > 0.002) throw new Error(`chance ${at}: ${chance}`);
  for (const [at, x] of line.points.entries())
    if (Math.abs(x - boundary.points[at]) > 0.008 * boundary.extent) throw new Error(`point ${at}: ${x}`);
  const read = seen(digits).sample as typeof digits;
  expect(read.labels).toEqual(digits.labels.slice(0, 10));
  expect(read.predicted).toEqual(digits.predicted.slice(0, 10));
  for (const [at, ink] of read.pixels.entries())
    if (Math.abs(ink - digits.pixels[at]) > 0.034) throw new Error(`pixel ${at}: ${ink}`);
  expect(seen(text)).toEqual({ step: 9, sample: { ...text, temperature: 0 } });
  expect(readSample(packSample({ step: 9, sample: 'own-data' }))).toEqual({ step: 9, sample: 'own-data' });
});

test('amounts come without the names of columns', () => {
  const sample = amountSample();
  const message = packSample({ step: 9, sample });
  expect(bytesOf(message)).toBeLessThanOrEqual(roomFor(maxPictureText));
  const seen = readSample(overTheWire(message))!.sample as typeof sample;
  expect(seen.figures).toEqual([{ name: '', unit: '', mae: 15.4, rmse: 19.2, r2: 0.977 }]);
  expect([seen.count, seen.ground]).toEqual([400, undefined]);
  for (const list of ['actual', 'predicted'] as const)
    for (const [at, value] of seen[list].entries())
      if (Math.abs(value - sample[list][at]) > 2) throw new Error(`${list} ${at}: ${value}`);
  const hostile = [
    { high: -1e9 },
    { low: NaN },
    { figures: [] },
    { figures: [[1, 2, null]] },
    { actual: '' },
  ];
  for (const change of hostile) expect(readSample(overTheWire({ ...message, ...change }))).toBeUndefined();
  const broken = { ...sample, predicted: new Float32Array(200).fill(NaN), actual: new Float32Array(200) };
  expect(readSample(overTheWire(packSample({ step: 1, sample: broken })))).toBeDefined();
});

test('numbers that are none become 0', () => {
  const broken = { ...boundarySample(), probability: new Float32Array(40 * 40).fill(NaN) } as Sample;
  const { sample } = readSample(packSample({ step: 1, sample: broken }))!;
  expect((sample as Extract<Sample, { kind: 'boundary' }>).probability.every((chance) => chance === 0)).toBe(
    true,
  );
});

test('what a hostile member makes up is no sample', () => {
  const plane = packSample({ step: 9, sample: boundarySample() });
  const digits = packSample({ step: 9, sample: digitSample() });
  const text = packSample({ step: 9, sample: textSample() });
  const short = toBase64Url(new Uint8Array(5));
  for (const hostile of [
    ...[undefined, null, 7, 'sample', [], {}, { kind: 'sample' }],
    ...[
      { ...plane, side: 63 },
      { ...plane, side: 1e9 },
      { ...plane, side: 2.5 },
      { ...plane, side: null },
    ],
    ...[
      { ...plane, extent: 0 },
      { ...plane, extent: 1e9 },
      { ...plane, extent: '2' },
    ],
    ...[
      { ...plane, chances: short },
      { ...plane, points: short },
      { ...plane, labels: short },
    ],
    ...[
      { ...plane, labels: toBase64Url(new Uint8Array(160).fill(2)) },
      { ...plane, chances: '!' },
    ],
    ...[
      { ...digits, pixels: short },
      { ...digits, labels: '' },
      { ...digits, sure: short },
    ],
    ...[
      { ...digits, pixels: 'A'.repeat(100_000) },
      { ...digits, extra: 1 },
    ],
    ...[
      { ...text, prompt: 'a'.repeat(1000) },
      { ...text, continuation: 9 },
      { ...text, step: -1 },
    ],
    ...[
      { ...text, step: 1e300 },
      { ...plane, of: 'none' },
      { kind: 'sample', step: 1, of: 'none', why: 'x' },
    ],
  ])
    expect(readSample(hostile), JSON.stringify(hostile)?.slice(0, 60)).toBeUndefined();
});

/** A member that speaks for its ring, and what it sends. */
function giving(sample?: Sample) {
  const clock = new ManualClock();
  const sent: { readonly ms: number; readonly message: SampleMessage }[] = [];
  let [asked, isWatched] = [0, true];
  const giver = new SampleGiver({
    clock,
    isWanted: () => isWatched,
    ask: () => Promise.resolve((asked++, sample)),
    show: (message) => sent.push({ ms: clock.now(), message }),
  });
  /** A snapshot every half second. */
  const pass = async (ms: number, snapshot: (at: number) => Snapshot): Promise<void> => {
    for (let at = 0; at < ms; at += 500) {
      giver.receive({ kind: 'snapshot', snapshot: snapshot(at) });
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
      clock.after(500, () => undefined);
      clock.runNext();
    }
  };
  return { sent, pass, asked: () => asked, watch: (is: boolean) => (isWatched = is) };
}

test('a sample goes out at a low rate, is computed anew only after further steps, and to nobody while none watch', async () => {
  const { sent, pass, asked, watch } = giving(boundarySample());
  await pass(40_000, (at) => snapshotAt('training-3', { step: 100 + at }));
  expect(sent).toHaveLength(10);
  expect(asked()).toBe(10);
  expect(Math.min(...sent.slice(1).map(({ ms }, at) => ms - sent[at].ms))).toBeGreaterThanOrEqual(
    sampleEveryMs,
  );
  await pass(40_000, () => snapshotAt('training-3', { step: 50_000 }));
  expect(sent, 'whoever comes later sees it too').toHaveLength(20);
  expect(asked()).toBe(11);
  watch(false);
  await pass(40_000, (at) => snapshotAt('training-3', { step: 60_000 + at }));
  expect([sent.length, asked()]).toEqual([20, 11]);
});

test('a text comes less often, and a person’s own examples never', async () => {
  const text = giving(textSample());
  await pass(text, 'text-2');
  expect(text.asked()).toBe(Math.ceil(60_000 / textEveryMs));
  const own = giving(boundarySample());
  const config = snapshotAt('training-3').config!;
  const sha256 = 'ab'.repeat(32);
  const mine = {
    kind: 'text',
    name: 'a',
    sha256,
    characters: 9_000,
    vocabulary: 60,
    examples: 1_000,
  } as const;
  await pass(own, 'training-3', { config: { ...config, data: { ...mine, context: 16 } } });
  expect(own.asked()).toBe(0);
  expect(own.sent.length).toBeGreaterThan(10);
  expect(own.sent.every(({ message }) => message.of === 'none')).toBe(true);
  const nothing = giving();
  await pass(nothing, 'training-3');
  expect(nothing.sent[0].message).toMatchObject({ of: 'none', why: 'not-drawable' });

  function pass(ring: ReturnType<typeof giving>, name: string, change = {}): Promise<void> {
    return ring.pass(60_000, (at) => snapshotAt(name, { step: 100 + at, ...change }));
  }
});

test('R19a a sample takes the turn of a picture', () => {
  const clock = new ManualClock();
  let pictures = 0;
  const sender = new PictureSender({ clock, isWanted: () => true, show: () => pictures++ });
  for (let at = 0; at < 40; at++) {
    if (at % 8 === 4) sender.giveTurn();
    sender.receive({
      kind: 'snapshot',
      snapshot: snapshotAt('training-3', { step: 100 + at, examplesTotal: at }),
    });
    clock.after(pictureEveryMs, () => undefined);
    clock.runNext();
  }
  expect(pictures, 'of forty turns, five are given').toBe(35);
});

test('an observer takes samples of the shown member, one a second, until another run begins', () => {
  const receiver = new SampleReceiver();
  const from = 'a'.repeat(16);
  const shownAt = (step: number): ShownPicture => {
    const picture = readMessage(overTheWire(packMessage(snapshotAt('training-3', { step }), 1)))!;
    return { from, picture, atMs: 0 };
  };
  const message = (step: number) => packSample({ step, sample: boundarySample() });
  const shown = shownAt(100);
  expect(receiver.receive({ kind: 'model-refused' }, from, shown, 0)).toBe(false);
  expect(receiver.receive(message(90), 'b'.repeat(16), shown, 0), 'of another member').toBe(true);
  expect(receiver.of(shown)).toBeUndefined();
  receiver.receive(message(90), from, shown, 10);
  receiver.receive(message(95), from, shown, 10 + drawnEveryMs - 1);
  expect(receiver.of(shown)?.step, 'too often').toBe(90);
  receiver.receive(message(99), from, shown, 10 + drawnEveryMs);
  expect(receiver.of(shown)?.step).toBe(99);
  expect(receiver.of(shownAt(0))).toBeUndefined();
  expect(receiver.of(shownAt(101)), 'it does not come back').toBeUndefined();
});
