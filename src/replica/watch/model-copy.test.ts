// R19d: a copy of the model for observers, from a member's parameters to the observer's, over lines that lose pieces.
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { maxNoteText, maxPictureText } from '../../net/room/room-messages';
import { roomFor } from '../../net/room/sealed-text';
import { compile } from '../../model/plan/plan';
import { initialParameters } from '../../model/plan/initial-parameters';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { presets } from '../presets';
import type { Weights } from '../weights';
import { mostCopiedParameters } from './copy-limits';
import { packCopy, readFromMember, refusalOf, type FromMember, type ModelWish } from './model-copy';
import { readCopy } from './read-copy';
import { ModelGiver, newCopyMs, pieceEveryMs } from './model-giver';
import { ModelReceiver } from './model-receiver';

const presetOf = (id: string) => presets.find((preset) => preset.id === id)!.config;

function weightsOf(id: string, step = 7): Weights {
  const config = presetOf(id);
  const parameters = new Float32Array(initialParameters(compile(config.model, 1), config.seed));
  return { ...{ config, step, parameters }, lineage: 'ab12cd34', vocabulary: undefined, heldOut: undefined };
}

const dataOf = (pieces: readonly FromMember[]) =>
  pieces.map((one) => (one.kind === 'model-piece' ? one.data : ''));
const setup = states.map((state) => state()).find(({ name }) => name === 'training-3')!;
const snapshot = snapshotOf(setup, history(setup));

function forward(clock: ManualClock, ms: number): void {
  let isOver = false;
  clock.after(ms, () => (isOver = true));
  while (!isOver) clock.runNext();
}

/** A member and observers on one clock. `loses`: a piece on its way to an observer. */
function ring(
  weights: () => Weights | undefined,
  loses: (observer: number, at: number) => boolean = () => false,
) {
  const clock = new ManualClock();
  const sent: { ms: number; message: FromMember }[] = [];
  const notes: ModelWish[] = [];
  let isOpen = true;
  let copyOf: string | undefined;
  let asked = 0;
  const giver: ModelGiver = new ModelGiver({
    clock,
    isWanted: () => true,
    isOpen: () => isOpen,
    copyOf: () => copyOf,
    ask: () => {
      asked++;
      return Promise.resolve(weights());
    },
    show: (message) => {
      sent.push({ ms: clock.now(), message });
      const wire = JSON.stringify(message);
      expect(wire.length).toBeLessThanOrEqual(roomFor(maxPictureText));
      for (const [at, observer] of observers.entries())
        if (message.kind !== 'model-piece' || !loses(at, message.at)) observer.receive(JSON.parse(wire));
    },
  });
  const observers = [0, 1].map(
    () =>
      new ModelReceiver(clock, {
        note: (wish) => {
          expect(JSON.stringify(wish).length).toBeLessThanOrEqual(roomFor(maxNoteText));
          notes.push(wish);
          giver.note(JSON.parse(JSON.stringify(wish)));
        },
        onChange: () => undefined,
        stepNow: () => weights()?.step,
      }),
  );
  const pass = async (ms: number): Promise<void> => {
    for (let t = 0; t < ms; t += 500) {
      forward(clock, 500);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      giver.receive({ kind: 'snapshot', snapshot });
    }
  };
  return {
    ...{ observers, sent, notes, pass },
    asked: () => asked,
    shut: () => (isOpen = false),
    letGo: (data: string | undefined) => (copyOf = data),
  };
}

describe('R19d', () => {
  it('every preset is given, and read as its parameters to 11 bits', () => {
    for (const { id } of presets) {
      const weights = weightsOf(id);
      expect(refusalOf(weights)).toBeUndefined();
      const { copy, pieces } = packCopy(weights);
      const got = readCopy(copy, dataOf(pieces))!;
      expect({ ...got, parameters: 0 }).toEqual({
        config: weights.config,
        lineage: 'ab12cd34',
        step: 7,
        parameters: 0,
      });
      expect(got.parameters.length).toBe(weights.parameters.length);
      const wrong = weights.parameters.findIndex((value, at) => Math.abs(got.parameters[at] - value) > Math.max(Math.abs(value) * 2 ** -11, 2 ** -25)); // prettier-ignore
      expect(wrong).toBe(-1);
    }
  });

  it('says how the images lie, on a sheet of the model’s own size only', () => {
    const digits = weightsOf('digits');
    const sheet = { side: 28, longest: 19, x: 14.25, y: 13.5 };
    const copied = (given: Weights) => {
      const { copy, pieces } = packCopy(given);
      return readCopy(copy, dataOf(pieces));
    };
    expect(copied({ ...digits, sheet })?.sheet).toEqual(sheet);
    expect(copied(digits)).not.toHaveProperty('sheet');
    for (const wrong of [
      { ...sheet, side: 27 },
      { ...sheet, x: 29 },
      { ...sheet, longest: 0 },
    ])
      expect(copied({ ...digits, sheet: wrong })).toBeUndefined();
  });

  it('pieces go to all observers, one a second; lost ones are asked for by number', async () => {
    const random = prng('lost pieces');
    const { observers, sent, notes, pass } = ring(() => weightsOf('digits-linear'), (who) => who === 1 && random.below(3) === 0); // prettier-ignore
    for (const observer of observers) observer.want(true);
    await pass(40_000);
    for (const { state } of observers) expect(state.got?.parameters.length).toBe(7850);
    const gaps = sent.slice(1).map(({ ms }, at) => ms - sent[at].ms);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pieceEveryMs);
    expect(notes.some(({ missing }) => missing !== undefined)).toBe(true);
    expect(notes.length).toBeLessThan(20);
  });

  it('a newer copy is made only when the ring has gone on, and not sooner than its time', async () => {
    let step = 1;
    const { observers, sent, pass, asked } = ring(() => weightsOf('moons', step));
    observers[0].want(true);
    await pass(30_000);
    expect([asked(), sent.length]).toEqual([1, 1]);
    step = 2;
    await pass(2 * newCopyMs);
    expect([asked(), observers[0].state.got?.step]).toEqual([2, 2]);
    step = 3;
    observers[0].want(false);
    await pass(30_000);
    expect(asked()).toBe(2);
  });

  it('refuses with the reason, and a shut door ends what is under way', async () => {
    const refused = async (weights: Weights | undefined) => {
      const { observers, pass } = ring(() => weights);
      observers[0].want(true);
      await pass(1_000);
      return observers[0].state.refused;
    };
    const moons = weightsOf('moons');
    expect(await refused(undefined)).toBe('none-yet');
    expect(await refused({ ...moons, parameters: new Float32Array(mostCopiedParameters + 1) })).toBe(
      'too-large',
    );
    const own = {
      kind: 'idx',
      name: 'mine',
      sha256: '0'.repeat(64),
      examples: 9,
      inputShape: [2],
      classes: 2,
    } as const;
    expect(await refused({ ...moons, config: { ...moons.config, data: { ...own, inputShape: [2] } } })).toBe(
      'own-data',
    );
    const origin = { kind: 'catalogue', id: 'mnist' } as const;
    const named = { ...own, inputShape: [2], origin };
    const based = { ...moons.config, base: { root: '0'.repeat(64), bytes: 9 } };
    expect(await refused({ ...moons, config: based })).toBe('too-large');
    const merged = { rank: undefined, numbers: 9 };
    expect(await refused({ ...moons, merged })).toBe('base'); // nobody knows what the base learned from
    expect(await refused({ ...moons, config: { ...moons.config, data: named } })).toBeUndefined();
    expect(await refused({ ...moons, config: { ...moons.config, data: { ...named, own: true } } })).toBe(
      'own-data',
    );
    const { observers, sent, pass, shut } = ring(() => weightsOf('digits'));
    observers[0].want(true);
    await pass(5_000);
    shut();
    const before = sent.filter(({ message }) => message.kind === 'model-piece').length;
    await pass(20_000);
    expect(sent.filter(({ message }) => message.kind === 'model-piece')).toHaveLength(before);
    expect(observers[0].state.refused).toBe('shut');
  });

  it('a model of own data goes only while the host says yes to this data', async () => {
    const digits = weightsOf('digits');
    const sha256 = 'c'.repeat(64);
    const data = {
      kind: 'idx',
      name: 'mine',
      sha256,
      examples: 9,
      classes: 10,
      inputShape: [28, 28],
    } as const;
    const own: Weights = { ...digits, config: { ...digits.config, data: { ...data, inputShape: [28, 28] } } };
    const { observers, sent, pass, letGo } = ring(() => own);
    const pieces = () => sent.filter(({ message }) => message.kind === 'model-piece').length;
    observers[0].want(true);
    await pass(5_000);
    expect([observers[0].state.refused, pieces()]).toEqual(['own-data', 0]);
    letGo('d'.repeat(64)); // to other data
    await pass(20_000);
    expect([observers[0].state.refused, pieces()]).toEqual(['own-data', 0]);
    letGo(sha256);
    await pass(25_000);
    expect(observers[0].state.coming?.have).toBeGreaterThan(2);
    letGo(undefined); // in the middle of a copy
    const before = pieces();
    await pass(40_000);
    expect([observers[0].state.refused, pieces()]).toEqual(['own-data', before]);
    expect(observers[0].state.got).toBeUndefined();
    const federated = {
      ...own,
      config: { ...own.config, data: { ...data, inputShape: [28, 28], own: true as const } },
    };
    expect(refusalOf(federated, sha256)).toBe('own-data');
    const onOther = { ...own, merged: { rank: undefined, numbers: 9 } };
    expect([refusalOf(onOther), refusalOf(onOther, sha256)]).toEqual(['own-data', undefined]);
  });

  it('what is damaged, foreign or too long is no copy', () => {
    const { copy, pieces } = packCopy(weightsOf('moons'));
    const data = dataOf(pieces);
    expect(readCopy(copy, data)).toBeDefined();
    expect(readCopy('0'.repeat(16), data)).toBeUndefined();
    expect(
      readCopy(
        copy,
        data.map((text) => text.slice(4)),
      ),
    ).toBeUndefined();
    expect(readCopy(copy, ['%%'])).toBeUndefined();
    expect(readCopy(copy, [])).toBeUndefined();
    const random = prng('damaged copies');
    for (let life = 0; life < 200; life++) {
      const bytes = [...data[0]];
      bytes[random.below(bytes.length)] = 'x';
      bytes[random.below(bytes.length)] = 'Q';
      const text = bytes.join('');
      if (text !== data[0]) expect(readCopy(copy, [text, ...data.slice(1)])).toBeUndefined();
    }
    for (const message of [
      { kind: 'model-piece', copy, at: 0, of: 65, data: '' },
      { ...pieces[0], at: -1 },
      { ...pieces[0], data: 'A'.repeat(9000) },
      { ...pieces[0], more: 1 },
      null,
    ])
      // prettier-ignore
      expect(readFromMember(message)).toBeUndefined();
  });

  it('says that nobody answers, and goes on asking', () => {
    const clock = new ManualClock();
    let notes = 0;
    const observer = new ModelReceiver(clock, {
      note: () => notes++,
      onChange: () => undefined,
      stepNow: () => 1,
    });
    observer.want(true);
    for (let t = 0; t < 120; t++) forward(clock, 500);
    expect(observer.state.refused).toBe('silent');
    expect(notes).toBeGreaterThan(4);
    expect(notes).toBeLessThan(10);
  });
});
