// R19: what observers see, when it is sent, and which of several pictures is shown.
import { describe, expect, it, test } from 'vitest';
import { mostAttempts } from '../../room/league';
import { mostAnswers, mostCurveLosses, mostObserved } from '../../room/room-question';
import { ManualClock } from '../../base/clock';
import { maxPictureText } from '../../net/room/room-messages';
import { roomFor, seal } from '../../net/room/sealed-text';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import type { Setup } from '../../../tools/lab/fixtures/setup';
import { states } from '../../../tools/lab/fixtures/states';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { Changed, PeerStatus, Snapshot, StepRecord } from '../protocol';
import {
  mostBest,
  mostChanges,
  mostRingPlaces,
  ringViewOf,
  type RecentSteps,
  type RingSources,
  type RingView,
} from '../ring-view';
import { CommittedSteps } from '../worker/committed-steps';
import { mostCurvePoints } from '../../train/metrics/curve/loss-curve';
import { chosenPicture, lateMs, silentMs, type ShownPicture } from './picture-choice';
import { fitted, pictureEveryMs, PictureSender, signOfLifeMs, speaksFor } from './picture-sender';
import { packMessage, readMessage, type RingMessage } from './ring-message';

const setups = states.map((state) => state());
const names = setups.map(({ name }) => name);

const sentMs = 1_700_000_000_000.5;

function viewOf(name: string, change: Partial<Setup> = {}): RingView {
  const setup = setups.find((each) => each.name === name)!;
  return snapshotOf({ ...setup, ...change }, history(setup));
}

/** As it is sent. */
function sentOf(name: string, change: Partial<Setup> = {}): RingMessage {
  return packMessage(viewOf(name, change), sentMs)!;
}

function overTheWire(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message));
}

/** A snapshot drawn again, with other sources. */
function viewWith(snapshot: Snapshot, sources: Partial<RingSources> & { recent: RecentSteps }): RingView {
  return ringViewOf({ ...snapshot, asked: undefined, ...sources });
}

describe('a picture', () => {
  test.each(names)('R19 of “%s” can be read, fits in its message and names nobody', (name) => {
    const message = packMessage(viewOf(name), sentMs);
    const { phase } = setups.find((each) => each.name === name)!;
    const isOutside = ['starting', 'connecting', 'needs-file', 'failed', 'left'].includes(phase.kind);
    expect(message === undefined).toBe(isOutside);
    if (!message) return;
    const text = JSON.stringify(message);
    expect(packMessage(readMessage(JSON.parse(text))!, sentMs), 'what was read says the same').toEqual(
      message,
    );
    expect(text.length).toBeLessThanOrEqual(roomFor(maxPictureText));
    expect(text).not.toMatch(/Heron|Otter|Apple|p\d/);
  });

  it('H13 asks nothing in a room that has ended; what was answered stays', () => {
    const { question } = setups.find(({ name }) => name === 'asked')!;
    const asked = (isOpen: boolean) =>
      viewOf('ending', { question: { ...question!, isOpen }, room: { isEnded: true } }).question;
    expect(asked(true)).toBeUndefined();
    expect(asked(false)?.answers).toEqual([0.2, 0.35]);
  });

  it('R19 says what its member knows', () => {
    const picture = viewOf('training-8');
    const sent = sentOf('training-8');
    const { loss, accuracy = NaN } = history(setups.find(({ name }) => name === 'training-8')!).at(-1)!;
    const end = picture.curve.at(-1)![1];
    expect(picture).toMatchObject({ ringPhase: 'training', task: 'digits', step: 6400, lockstep: 'agreed' });
    expect(picture.loss).toBe(end);
    expect([sent.loss, sent.accuracy]).toEqual([end, accuracy].map((value) => Number(value.toPrecision(4))));
    expect(picture.loss, 'not that of one batch').not.toBeCloseTo(loss, 4);
    expect(picture.path).toBe('ring');
    expect(picture.ring.map(({ rank }) => rank).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(picture.edges, 'every edge of a ring').toEqual(Array(8).fill(expect.any(Number)));
    expect(picture.curve.at(-1)![0]).toBe(6400);
  });

  it('R20 says which picture the host chose, and nothing where it chose none', () => {
    expect(viewOf('training-3', { shows: 'split' }).shows).toBe('split');
    expect(JSON.stringify(sentOf('training-3'))).not.toContain('shows');
  });

  it('H16c holds the number of answers, and the answers once nobody can copy from the wall', () => {
    const asks = { kind: 'accuracy', step: 99 } as const;
    const open = { number: 2, asks, isOpen: true, answers: [50, 90], of: 3, mine: 90, measured: undefined };
    const shown = viewOf('training-3', { question: open }).question;
    expect(shown).toEqual({ number: 2, asks, isOpen: true, answered: 2, of: 3 });
    const run = { done: 9, of: 9, curves: [{ upTo: 9, losses: [0.5] }] };
    const closed = { ...open, isOpen: false, run, measured: 71 };
    expect(viewOf('training-3', { question: closed }).question).toEqual({
      ...{ number: 2, asks, isOpen: false, answered: 2, of: 3, answers: [50, 90], run, measured: 71 },
    });
    expect(JSON.stringify(sentOf('training-3'))).not.toContain('question');
  });

  it('R19 is honest before the first step, of a wait, and of a loss that is not finite', () => {
    expect(viewOf('lobby')).toMatchObject({ ringPhase: 'lobby', step: 0, curve: [] });
    for (const unknown of ['loss', 'accuracy', 'split', 'validation'] as const)
      expect(viewOf('lobby')[unknown]).toBeUndefined();
    expect(viewOf('training-16').ringPhase).toBe('waiting');
    expect(viewOf('training-16').ring.map(({ state }) => state)).toContain('silent');
    const setup = setups.find(({ name }) => name === 'training-3')!;
    const [record] = history(setup);
    const broken = { ...record, loss: NaN, accuracy: NaN, validation: { loss: NaN, accuracy: 0.5 } };
    const sent = packMessage(snapshotOf(setup, [broken]), 1)!;
    expect([sent.loss, sent.accuracy, sent.validation]).toEqual([undefined, undefined, undefined]);
    expect(readMessage(overTheWire(sent))).toBeDefined();
  });

  it('R19 of the largest ring with the longest numbers fits in its message', () => {
    const setup = { ...setups.find(({ name }) => name === 'training-30')!, peers: 80 };
    const records = history({ ...setup, steps: 40 });
    const snapshot = snapshotOf(setup, records);
    const long = 1.234e-100;
    const peers = snapshot.peers.map((peer) => ({ ...peer, leftOut: { kind: 'catching-up', progress: long } as const, bytesPerSecond: 1.234e-100 })); // prettier-ignore
    const curve = Array.from({ length: mostCurvePoints }, (_, i) => [1e12 + i, long] as const);
    const values = Object.fromEntries(Array.from('abcdefgh', (name) => [name.repeat(24), 'x'.repeat(24)]));
    const asks = { kind: 'lesson', lesson: 'x'.repeat(24), values } as const;
    const answers = Array.from({ length: mostAnswers + mostObserved }, () => long);
    const losses = Array.from({ length: mostCurveLosses }, () => long);
    const run = { done: 1e9, of: 1e9, curves: Array.from({ length: 4 }, () => ({ upTo: 1e9, losses })) };
    const question = { number: 1 << 24, asks, closed: { answers, of: 144 }, run, measured: long };
    const longest = 'x'.repeat(16);
    const settings = {
      ...{ data: longest, parameters: 2 ** 53 - 1, replicas: 80, batch: long, learningRate: long },
      ...{ optimizer: longest, codec: longest, topology: longest, buckets: longest, overlap: false },
      ...{ innerSteps: long, isSlowed: false },
    };
    const ran = {
      run: 1e6,
      step: 1e12,
      ms: 1e9,
      bytes: 1e15,
      digest: 'a'.repeat(16),
      settings,
      isChanged: false,
    };
    const league = { target: long, attempts: Array.from({ length: mostAttempts }, (_, i) => ({ ...ran, run: 1e6 + i })) }; // prettier-ignore
    const room = { league };
    const profile = { bitsPerSecond: 1e10, delayMs: 399.123456789, jitterMs: 199.123456789, loss: 0.1 / 3 };
    const changes = Array.from({ length: mostChanges }, (_, i): Changed => ({
      ...{ what: 'network', step: 1e12 + i },
      ...{ before: noEmulation, after: { everyEdge: profile, edges: [] } },
    }));
    const recent = {
      records,
      curve,
      contributors: 80,
      validation: { step: 1e12, loss: long, accuracy: long },
      changes,
    };
    const picture = viewWith(snapshot, {
      ...{ recent, room, peers, asked: { question, answers, of: 144 } },
      ...{ step: 1e12, stepsPerSecond: long, examplesPerSecond: long, examplesTotal: 1e15 },
    });
    expect(picture.ring.length).toBe(mostRingPlaces);
    const sent = fitted(packMessage(picture, 2e12)!);
    expect(JSON.stringify(sent).length).toBeLessThanOrEqual(roomFor(maxPictureText));
    const member = { kind: 'picture', code: 'K7QM4PTX9', from: 'a'.repeat(16) } as const;
    const sealed = seal(new Uint8Array(32), member, sent, maxPictureText);
    expect(sealed?.length, 'as it travels').toBeLessThanOrEqual(8 * 1024);
    expect([sent.curve.at(-1), sent.question?.answers?.length], 'the newest loss, and all answers').toEqual([curve.at(-1), answers.length]); // prettier-ignore
    // A class of thirty with ordinary numbers loses nothing.
    const fair = (value: number) => Number(value.toPrecision(4));
    const ran2 = { done: 160, of: 320, curves: run.curves.slice(0, 2).map(() => ({ upTo: 7680, losses: losses.map((_, i) => fair(0.7 / (i + 1))) })) }; // prettier-ignore
    const few = answers.map((_, i) => fair(1 / (i + 3)));
    const usual = { ...question, closed: { answers: few, of: 144 }, run: ran2 };
    const usualChanges = changes.map((_, i): Changed => ({ what: 'rate', step: 900 + i, before: 0.1, after: fair(0.01 * (i + 1)) })); // prettier-ignore
    const fairCurve = curve.map((_, i) => [10 * i, fair(1 / (i + 1))] as const);
    const shown = viewWith(snapshotOf(setup, records), {
      recent: { ...recent, curve: fairCurve, validation: undefined, changes: usualChanges },
      asked: { question: usual, answers: few, of: 144 },
    });
    const message = packMessage(shown, 2e12)!;
    expect(fitted(message)).toEqual(message);
    expect(readMessage(overTheWire(message))?.question?.run).toEqual(ran2);
  });

  it('R19 of another version, or a hostile one, is none', () => {
    const good = overTheWire(sentOf('training-3')) as RingMessage;
    const drawn = readMessage(good)!;
    const asked = { number: 1, asks: { kind: 'accuracy', step: 9 }, isOpen: true, answered: 1, of: 3 };
    expect(readMessage({ ...good, question: asked })).toEqual({ ...drawn, question: asked });
    const settings = ['moons', 354, 3, 96, 0.3, 'sgd', 'f32', 'ring', 'single', true, 1, false];
    const league = { target: 0.2, attempts: 1, best: [[1, 2, 3, 4, false, settings]] };
    expect(readMessage({ ...good, league })?.league?.best[0]).toMatchObject({ run: 1, bytes: 4, settings: { codec: 'f32', isSlowed: false } }); // prettier-ignore
    for (const bad of [
      { ...good, version: 2 },
      { ...good, step: -1 },
      { ...good, ringPhase: 'hacked' },
      { ...good, ringPhase: 'outside' },
      { ...good, lineage: '<b>' },
      { ...good, shows: '<b>' },
      { ...good, league: { ...league, best: [[1, 2, 3, 4, false, []]] } },
      { ...good, league: { ...league, best: [[1, 2, 3, 4, false, ['<b>', ...settings.slice(1)]]] } },
      { ...good, league: { ...league, best: Array.from({ length: mostBest + 1 }, () => [1, 2, 3, 4, false, settings]) } }, // prettier-ignore
      { ...good, question: { ...asked, asks: { ...asked.asks, step: '<b>' } } },
      {
        ...good,
        question: { ...asked, answers: Array.from({ length: mostAnswers + mostObserved + 1 }, () => 1) },
      },
      { ...good, question: { ...asked, run: { done: 2, of: 1, curves: [] } } },
      {
        ...good,
        changes: [{ what: 'network', step: 1, after: { everyEdge: '<b>', edges: 0, isEvery: true } }],
      },
      { ...good, changes: [{ what: 'buckets', step: 1, after: '<b>' }] },
      { ...good, changes: [{ what: '<b>', step: 1, after: 1 }] },
      { ...good, changes: Array.from({ length: mostChanges + 1 }, () => ({ what: 'rate', step: 1, after: 1 })) }, // prettier-ignore
      { ...good, question: { ...asked, answered: -1 } },
      { ...good, loss: '0.1' },
      { ...good, task: '<b>' },
      { ...good, curve: Array.from({ length: mostCurvePoints + 1 }, () => [1, 1]) },
      { ...good, curve: [[1, null]] },
      { ...good, ring: Array.from({ length: 65 }, () => [0, 0]) },
      { ...good, ring: [[0, 5]] },
      { ...good, ring: [{ rank: 0, state: 'member' }] },
      null,
      'picture',
    ])
      expect(readMessage(bad)).toBeUndefined();
    expect(readMessage({ ...good, note: 'of a later page' })).toEqual(drawn);
  });
});

describe('sending', () => {
  const setup = setups.find(({ name }) => name === 'training-3')!;
  const records = history(setup);
  function sender(isWanted = () => true, isSharing = () => false) {
    const clock = new ManualClock();
    const sent: { atMs: number; picture: RingMessage }[] = [];
    const steps = new CommittedSteps();
    const show = (picture: RingMessage) => sent.push({ atMs: clock.now(), picture });
    const pictures = new PictureSender({ clock, isWanted, isSharing, show });
    const see = (record: StepRecord, change: Partial<Snapshot> = {}): void => {
      steps.add(record);
      const snapshot = { ...snapshotOf(setup, [record]), ...change };
      const view = viewWith(snapshot, { recent: steps.recent });
      pictures.receive({ kind: 'snapshot', snapshot: { ...snapshot, ...view } });
    };
    return { clock, sent, see };
  }
  const pass = (clock: ManualClock, ms: number): void => {
    let isOver = false;
    clock.after(ms, () => (isOver = true));
    while (!isOver) clock.runNext();
  };

  it('R19 two a second at most, with the newest state', () => {
    const { clock, sent, see } = sender();
    for (const record of records.slice(0, 101)) {
      see(record);
      pass(clock, 100);
    }
    expect(sent.length).toBe(21);
    for (const [i, { atMs }] of sent.entries())
      if (i > 0) expect(atMs - sent[i - 1].atMs).toBeGreaterThanOrEqual(pictureEveryMs);
    expect(sent.at(-1)!.picture.step).toBe(101);
  });

  it('R19 what stays as it is goes out as a sign of life only', () => {
    const { clock, sent, see } = sender();
    for (let i = 0; i < 100; i++) {
      see(records[4]);
      pass(clock, 100);
    }
    const every = sent.map(({ atMs }, i) => atMs - (sent[i - 1]?.atMs ?? 0));
    expect(every).toEqual([0, signOfLifeMs, signOfLifeMs, signOfLifeMs]);
  });

  it('R19 nothing is sent while nobody watches', () => {
    let isWatched = false;
    const { clock, sent, see } = sender(() => isWatched);
    for (const record of records.slice(0, 50)) see(record);
    expect(sent).toEqual([]);
    isWatched = true;
    pass(clock, pictureEveryMs);
    see(records[50]);
    expect(sent[0].picture.curve.length, 'the curve from the beginning').toBe(51);
  });

  it('R19 a finished run says what went into it, and how many contributed where all its steps were seen', () => {
    const finished = setups.find(({ name }) => name === 'finished-12')!;
    const all = history(finished);
    const whole = snapshotOf(finished, all);
    expect([whole.examplesTotal, whole.contributors]).toEqual([all.at(-1)!.examplesTotal, 12]);
    expect(snapshotOf(finished, all.slice(1)).contributors).toBeUndefined();
  });

  it('R19 news goes out at once, and later pictures make up for it', () => {
    const { clock, sent, see } = sender();
    const peers = snapshotOf(setup, [records[0]]).peers;
    const silent = peers.map((peer, at) => (at === 1 ? { ...peer, state: 'silent' as const } : peer));
    see(records[0]);
    pass(clock, 100);
    see(records[1]);
    expect(sent.length, 'a step waits for its turn').toBe(1);
    for (const change of [{ peers: silent }, { generation: 99 }, { generation: 99, peers: silent }]) {
      pass(clock, 10);
      see(records[2], change);
    }
    expect(
      sent.map(({ atMs }) => atMs),
      'as many at once as the server takes',
    ).toEqual([0, 110, 120]);
    for (let step = 3; step < 53; step++) {
      pass(clock, 100);
      see(records[step], { generation: step });
    }
    const [first, last] = [sent[0].atMs, sent.at(-1)!.atMs];
    expect(sent.length, 'in the long run').toBeLessThanOrEqual(3 + (last - first) / pictureEveryMs);
    expect(sent.length).toBeGreaterThanOrEqual((last - first) / pictureEveryMs);
  });

  it('R19 news does not wait for pieces of the model either', () => {
    const { clock, sent, see } = sender(undefined, () => true);
    for (let step = 0; step < 30; step++) {
      see(records[step]);
      pass(clock, 100);
    }
    const every = sent.slice(1).map(({ atMs }, i) => atMs - sent[i].atMs);
    expect(every).toEqual([2 * pictureEveryMs, 2 * pictureEveryMs]);
    see(records[30], { generation: 99 });
    pass(clock, 100);
    see(records[31], { generation: 100 });
    expect(sent.slice(3).map(({ atMs }) => atMs)).toEqual([3_000, 3_100]);
  });

  it('R19 the first member of the view that is heard and at the server speaks', () => {
    const speaks = (self: string, atServer: string[], states: Record<string, PeerStatus['state']>) =>
      speaksFor(
        {
          self,
          peers: Object.entries(states).map(([id, state], rank) => ({
            ...snapshotOf(setup, []).peers[0],
            ...{ id, state, rank, isSelf: id === self },
          })),
        },
        atServer,
      );
    const both = { a: 'member', b: 'member' } as const;
    expect(speaks('a', ['b', 'a'], both)).toBe(true);
    expect(speaks('b', ['b', 'a'], both)).toBe(false);
    expect(speaks('b', ['b'], both)).toBe(true);
    expect(speaks('b', ['b', 'a'], { a: 'silent', b: 'member' })).toBe(true);
    expect(speaks('b', ['b'], {})).toBe(false);
    expect(speaks('a', [], { a: 'member' })).toBe(false);
  });
});

describe('of several pictures', () => {
  const of = (from: string, atMs: number, change: Partial<RingView> = {}): ShownPicture => ({
    from,
    atMs,
    picture: { ...viewOf('training-3'), sentMs: atMs, ...change },
  });
  const two = { ring: viewOf('training-3').ring.slice(0, 2) };
  const a = of('a', 1000);

  it('R19 one sender is followed, and its older pictures are not', () => {
    expect(chosenPicture(undefined, a)).toBe(a);
    const next = of('a', 1500);
    expect(chosenPicture(a, next)).toBe(next);
    expect(chosenPicture(next, { ...a, atMs: 9000 }), 'repeated').toBe(next);
  });

  it('R19 another is followed when it is silent, or of a larger ring that goes on', () => {
    const other = { lineage: 'b2', generation: 99 };
    expect(chosenPicture(a, of('b', 1500, other))).toBe(a);
    expect(chosenPicture(a, of('b', 1001 + silentMs, other)).from).toBe('b');
    expect(chosenPicture(a, of('b', 1500, { ...two, ...other }))).toBe(a);
    expect(chosenPicture(of('a', 1000, two), of('b', 1500, other)).from).toBe('b');
    expect(chosenPicture(of('a', 1000, { ringPhase: 'no-quorum' }), of('b', 1500, { ...two, ...other })).from).toBe('b'); // prettier-ignore
    expect(chosenPicture(of('a', 1000, { ...two, lineage: '' }), of('b', 1500)).from).toBe('b');
  });

  it('R19 of one ring, the later view is followed at once, however small; a member of the same view when one is late', () => {
    const at = (generation: number) => ({ generation });
    const now = of('a', 1000, at(7));
    expect(chosenPicture(now, of('b', 1001, { ...two, ...at(8) })).from).toBe('b');
    expect(chosenPicture(now, of('b', 1000 + lateMs, at(7)))).toBe(now);
    expect(chosenPicture(now, of('b', 1001 + lateMs, at(7))).from).toBe('b');
    const left = of('a', 1500, { ...at(7) });
    const after = of('b', 1001, { ...two, ...at(8) });
    expect(chosenPicture(after, left), 'one that went, and does not know').toBe(after);
    expect(chosenPicture(after, { ...left, atMs: 1002 + silentMs }).from).toBe('a');
  });
});

test('H13, H14: a picture says that the door is shut, and that the host ended the room', () => {
  const said = (room: Snapshot['room']) => {
    const { door, isEnded } = readMessage(overTheWire(sentOf('training-3', { room })))!;
    return { door, isEnded };
  };
  expect(said(undefined)).toEqual({ door: undefined, isEnded: undefined });
  expect(said({ door: 'locked', admitted: [] })).toEqual({ door: 'locked', isEnded: undefined });
  expect(said({ isEnded: true })).toEqual({ door: undefined, isEnded: true });
});
