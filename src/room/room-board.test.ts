// The room's document from member to member: what the host signed reaches all, and nothing else does.
import { expect, test } from 'vitest';
import { utf8 } from '../base/bytes';
import { maxPayloadBytes } from '../net/frame/frame';
import { passOf } from '../net/room/pass';
import { newHostKeys, signCommand } from '../net/room/signed-command';
import { HeldCommands } from '../train/commands/held-commands';
import { mostAttempts } from './league';
import type { RoomDocument } from './room-document';
import { mostAnswers, mostCurveLosses, mostObserved, type RoomQuestion } from './room-question';
import { signedAnswerTo } from './signed-answer';
import { editionOf, mostDocumentCharacters, signDocument, type SignedDocument } from './signed-document';
import { publishEveryMs } from './waiting-edits';
import { BoardScene, cameMs, code, hostKeys, idOf } from './testing/board-scene';

const asks = { kind: 'loss', step: 5, most: 1 } as const;
const show = (picture: string) => ({ kind: 'show', picture }) as const;
const signed = (document: RoomDocument, version: number, token = hostKeys.hostToken): SignedDocument =>
  signDocument(token, code, version, JSON.stringify(document));
const shown = (scene: BoardScene): readonly (string | undefined)[] =>
  [...scene.boards.values()].map(({ document }) => document.shows);

function tell(scene: BoardScene, from: number, to: number, message: unknown): void {
  scene.at(to).take(idOf(from), message);
  scene.settle();
}

test('D3, D4: along a chain each member asks for what it lacks, once', () => {
  const scene = new BoardScene(5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  expect(shown(scene)).toEqual(Array.from({ length: 5 }, () => 'split'));
  const ofKind = (kind: string) => scene.said.filter(({ message }) => message.kind === kind);
  expect(ofKind('document').map(({ to }) => to)).toEqual([1, 2, 3, 4].map(idOf));
  expect(ofKind('want')).toHaveLength(3); // the host's neighbour got it at once
});

test('D3: a newcomer is told once it is in the view, and asks once it knows who hosts', () => {
  const scene = new BoardScene(3, [[0, 1]]);
  const [host, other, late] = [0, 1, 2].map(idOf);
  scene.views.set(host, [host, other]).set(other, [host, other]).set(late, []);
  scene.hosts.set(late, undefined);
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  scene.link(0, 2);
  scene.settle();
  expect(scene.said.filter(({ to }) => to === late)).toEqual([]);
  for (const id of [host, late]) scene.views.set(id, [host, other, late]);
  for (const board of scene.boards.values()) board.look();
  scene.settle();
  expect(scene.at(2).document).toEqual({});
  scene.hosts.set(late, hostKeys.hostPublicKey);
  scene.at(2).look();
  scene.settle();
  expect(scene.at(2).document).toEqual({ shows: 'split' });
});

test('D2: what the host did not sign, for this room and in this version, is not taken', () => {
  const scene = new BoardScene(2);
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  const good = signed({ shows: 'loss' }, 9_000);
  const stranger = newHostKeys().hostToken;
  for (const bad of [
    signed({ shows: 'loss' }, 9_000, stranger),
    { ...good, version: 9_001 },
    { ...good, body: JSON.stringify({ shows: 'rate' }) },
    { ...good, code: 'ABC235' },
    signed({ shows: 'Any text' } as RoomDocument, 9_000),
    signed({ shows: 'old' }, 5),
  ])
    tell(scene, 1, 0, { kind: 'document', envelope: bad });
  expect(shown(scene)).toEqual(['split', 'split']);
  tell(scene, 1, 0, { kind: 'document', envelope: good });
  expect(shown(scene)).toEqual(['loss', 'loss']);
});

test('D2: a ring that began from nothing takes and keeps no document of an earlier one', () => {
  const scene = new BoardScene(2);
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  scene.beganAfter = 8_000;
  for (const board of scene.boards.values()) board.look();
  scene.settle();
  expect(shown(scene)).toEqual([undefined, undefined]);
  tell(scene, 1, 0, { kind: 'document', envelope: signed({ shows: 'split' }, 8_000) });
  tell(scene, 1, 0, { kind: 'has', version: 8_000, hash: 'f'.repeat(16) });
  expect([scene.at(0).document, scene.at(0).isKnown]).toEqual([{}, true]);
  tell(scene, 1, 0, { kind: 'document', envelope: signed({ shows: 'loss' }, 8_001) });
  expect(shown(scene)).toEqual(['loss', 'loss']);
});

test('D2: of two tabs that sign one version, all members hold the same one', () => {
  for (const first of ['loss', 'rate']) {
    const scene = new BoardScene(4, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    scene.settle();
    const second = first === 'loss' ? 'rate' : 'loss';
    scene.at(0).take(idOf(1), { kind: 'document', envelope: signed({ shows: first }, 9_000) });
    scene.at(3).take(idOf(2), { kind: 'document', envelope: signed({ shows: second }, 9_000) });
    scene.settle();
    expect(new Set(shown(scene)).size, first).toBe(1);
  }
});

test('D4: a member that names a version and does not give it is waited for 5 s, then another is asked', () => {
  const scene = new BoardScene(3);
  scene.settle();
  const [, , liar] = [0, 1, 2].map(idOf);
  tell(scene, 2, 0, { kind: 'has', version: 2 ** 50, hash: 'f'.repeat(16) });
  expect(scene.said.at(-1)).toMatchObject({ to: liar, message: { kind: 'want' } });
  tell(scene, 1, 0, { kind: 'has', version: 9_000, hash: '0'.repeat(16) });
  const wants = () => scene.said.filter(({ message }) => message.kind === 'want').map(({ to }) => to);
  expect(wants()).toEqual([liar]);
  scene.runFor(5_001);
  expect(wants()).toEqual([liar, idOf(1)]);
});

test('D4: who asks again and again is given eight documents at once, and one a second', () => {
  const scene = new BoardScene(2);
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  const before = scene.said.length;
  for (let number = 0; number < 100; number++) tell(scene, 1, 0, { kind: 'want' });
  expect(scene.said.length - before).toBe(8);
});

test('D4: after twenty false documents a member’s next ones are not read for a second each', () => {
  const scene = new BoardScene(2);
  scene.settle();
  const stranger = newHostKeys().hostToken;
  for (let version = 1; version <= 25; version++)
    tell(scene, 1, 0, { kind: 'document', envelope: signed({ shows: 'x' }, version, stranger) });
  const good = { kind: 'document', envelope: signed({ shows: 'split' }, 9_000) };
  tell(scene, 1, 0, good);
  expect(scene.at(0).document).toEqual({});
  scene.runFor(2_000);
  tell(scene, 1, 0, good);
  expect(scene.at(0).document).toEqual({ shows: 'split' });
});

test('D3: a message that is none ends the link', () => {
  const scene = new BoardScene(2);
  for (const message of [
    undefined,
    { kind: 'has' },
    { kind: 'has', version: -1, hash: '' },
    { kind: 'want', more: 1 },
    { kind: 'document', envelope: { ...signed({}, 1), body: 'x'.repeat(mostDocumentCharacters + 1) } },
    { kind: 'answer', answer: { question: 1, value: Infinity } },
  ])
    scene.at(0).take(idOf(1), message);
  expect(scene.refused).toHaveLength(6);
});

test('H12a: a member knows its room once each neighbour has said what it holds, and it holds that', () => {
  const scene = new BoardScene(3, [
    [0, 1],
    [0, 2],
  ]);
  const known = () => scene.at(0).isKnown;
  const say = (from: number, message: unknown) => scene.at(0).take(idOf(from), message);
  const good = signed({ areNamesHidden: true }, 9_000);
  say(1, { kind: 'has', version: 0, hash: '' });
  expect(known(), 'the other may hold more').toBe(false);
  say(2, { kind: 'has', ...editionOf(good) });
  expect(known(), 'it is on its way').toBe(false);
  say(2, { kind: 'document', envelope: good });
  expect([known(), scene.at(0).document.areNamesHidden]).toEqual([true, true]);
  scene.views.set(idOf(0), []);
  scene.at(0).look();
  expect(known(), 'outside').toBe(false);
});

test('H12a: a neighbour that says nothing, or names what it does not give, delays that by seconds', () => {
  const scene = new BoardScene(4, [
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
  for (const honest of [2, 3]) scene.at(0).take(idOf(honest), { kind: 'has', version: 0, hash: '' });
  expect(scene.at(0).isKnown).toBe(false);
  scene.clock.after(5_001, () => undefined);
  while (scene.clock.runNext());
  expect(scene.at(0).isKnown).toBe(true);
  const alone = new BoardScene(1);
  alone.at(0).look();
  expect(alone.at(0).isKnown).toBe(true);
});

test('D6: a host whose page was loaded again changes what the ring holds, not an empty room', () => {
  const scene = new BoardScene(2);
  scene.settle();
  scene.publish(show('split'), 1); // by the page of before
  scene.settle();
  scene.cut(0, 1);
  const again = new BoardScene(2, []);
  again.at(1).take(idOf(0), {}); // no link: nothing happens
  again.link(0, 1);
  again.publish({ kind: 'set-league', target: 0.5 }); // before its neighbour has said anything
  expect(again.at(0).edition.version).toBe(0);
  again.at(0).take(idOf(1), { kind: 'has', version: 9_000, hash: 'a'.repeat(16) });
  again.at(0).take(idOf(1), { kind: 'document', envelope: signed({ shows: 'split' }, 9_000) });
  again.runFor(publishEveryMs);
  expect(again.at(0).document).toEqual({ shows: 'split', league: { target: 0.5, attempts: [] } });
  expect(again.at(0).edition.version).toBe(9_001);
});

test('D6: a neighbour that says nothing delays a change by 5 s, and no more', () => {
  const scene = new BoardScene(2, []);
  scene.at(0).opened(idOf(1));
  scene.publish(show('split'));
  scene.runFor(4_999);
  expect(scene.at(0).document).toEqual({});
  scene.runFor(2);
  expect(scene.at(0).document).toEqual({ shows: 'split' });
});

test('D6: many changes within a quarter of a second are two versions', () => {
  const scene = new BoardScene(2);
  scene.settle();
  const versions = new Set<number>();
  scene.at(1).on('change', () => versions.add(scene.at(1).edition.version));
  for (let number = 0; number < 20; number++) {
    scene.publish({ kind: 'set-league', target: 1 + number });
    scene.runFor(10);
  }
  scene.runFor(publishEveryMs);
  expect(versions.size).toBe(2);
  expect(scene.at(1).document.league?.target).toBe(20);
});

test('D6: what changes nothing is no version, and who does not host changes nothing', () => {
  const scene = new BoardScene(2);
  scene.settle();
  scene.publish({ kind: 'close-question' });
  scene.at(1).edit(show('loss'), scene.signer(newHostKeys().hostToken));
  scene.settle();
  expect([...scene.boards.values()].map(({ edition }) => edition.version)).toEqual([0, 0]);
});

test('D2: a new host signs what is held, and what the former host signs later counts nowhere', () => {
  const scene = new BoardScene(2);
  const heir = newHostKeys();
  scene.settle();
  scene.publish(show('split'));
  scene.settle();
  for (const id of scene.boards.keys()) scene.hosts.set(id, heir.hostPublicKey);
  for (const board of scene.boards.values()) board.look();
  scene.at(1).sign(scene.signer(heir.hostToken));
  scene.runFor(publishEveryMs);
  expect([...scene.boards.values()].map(({ edition }) => edition)).toMatchObject([
    { by: heir.hostPublicKey },
    { by: heir.hostPublicKey },
  ]);
  scene.publish(show('loss')); // by the former host
  tell(scene, 1, 0, { kind: 'document', envelope: signed({ shows: 'loss' }, 9_000) });
  scene.runFor(10_000);
  expect(shown(scene)).toEqual(['split', 'split']);
});

test('H15d: the heir of one host is no other’s, and what the host signs goes before a newer one of a host of before', () => {
  const scene = new BoardScene(2);
  const [first, second] = [newHostKeys(), newHostKeys()];
  const heirs = () => [...scene.boards.values()].map(({ heir }) => heir);
  scene.settle();
  expect(heirs(), 'nothing is held').toEqual([undefined, undefined]);
  scene.publish({ kind: 'hand-over', heir: first.hostPublicKey });
  scene.settle();
  expect(heirs()).toEqual([first.hostPublicKey, first.hostPublicKey]);
  const hostIs = (key: string): void => {
    for (const id of scene.boards.keys()) scene.hosts.set(id, key);
    for (const board of scene.boards.values()) board.look();
  };
  hostIs(first.hostPublicKey);
  expect(heirs(), 'this host has signed nothing').toEqual([undefined, undefined]);
  scene.at(1).sign({ hostToken: first.hostToken, nextVersion: () => 9_000 });
  scene.runFor(publishEveryMs);
  expect(heirs()).toEqual([null, null]);
  expect(scene.at(0).document).toEqual({});
  // Another lineage goes on, where hosting did not move: its host's next version is older, and counts.
  hostIs(hostKeys.hostPublicKey);
  expect(heirs()).toEqual([first.hostPublicKey, first.hostPublicKey]);
  const offer = { heir: second.hostPublicKey };
  tell(scene, 1, 0, { kind: 'document', envelope: signed(offer, 1_900) });
  tell(scene, 0, 1, { kind: 'document', envelope: signed(offer, 1_900) });
  expect(heirs()).toEqual([second.hostPublicKey, second.hostPublicKey]);
  tell(scene, 1, 0, { kind: 'document', envelope: signed({ heir: first.hostPublicKey }, 1_800) });
  expect(scene.at(0).heir, 'an older one of this host').toBe(second.hostPublicKey);
});

test('H15e: the decision of a take-over did not happen, and the host is gone: a newcomer learns of the offer', () => {
  const scene = new BoardScene(3, [[0, 1]]);
  const [host, late] = [hostKeys.hostPublicKey, idOf(2)];
  const heir = newHostKeys();
  const members = [0, 1].map(idOf);
  const hostIs = (key: string): void => {
    for (const id of scene.boards.keys()) scene.hosts.set(id, key);
    for (const board of scene.boards.values()) board.look();
    scene.settle();
  };
  for (const id of members) scene.views.set(id, members);
  scene.views.set(late, []);
  scene.settle();
  scene.publish({ kind: 'hand-over', heir: heir.hostPublicKey });
  scene.settle();
  hostIs(heir.hostPublicKey);
  scene.at(1).sign({ hostToken: heir.hostToken, nextVersion: () => 9_000 });
  scene.runFor(publishEveryMs);
  expect(scene.at(0).edition).toMatchObject({ by: heir.hostPublicKey });
  hostIs(host);
  scene.link(1, 2);
  for (const id of [idOf(1), late]) scene.views.set(id, [idOf(1), late]);
  for (const index of [1, 2]) scene.at(index).look();
  scene.settle();
  const commands = new HeldCommands(host, code, () => scene.at(2).heir);
  const body = JSON.stringify({ kind: 'take-over', host: heir.hostPublicKey });
  expect(commands.take(signCommand(heir.hostToken, code, 3, body)).ok).toBe(true);
  // What the new host had signed is there again once it hosts.
  hostIs(heir.hostPublicKey);
  expect(scene.at(1).edition).toMatchObject({ by: heir.hostPublicKey, version: 9_000 });
  scene.runFor(10_000);
  expect(scene.at(2).edition).toMatchObject({ by: heir.hostPublicKey, version: 9_000 });
});

test('H13a: who is outside learns that the room has ended, and nothing else; not who was removed or the door shuts out', () => {
  const scene = new BoardScene(5, [[0, 1]]);
  const [host, other, late, removed, shutOut] = [0, 1, 2, 3, 4].map(idOf);
  for (const id of [late, removed, shutOut]) scene.views.set(id, []);
  for (const id of [host, other]) scene.views.set(id, [host, other]);
  for (const index of [2, 3, 4]) scene.link(1, index);
  scene.removed.add(removed);
  const inside = [host, other, late, removed].map((id) => passOf(scene.claimOf(id), code, id)!);
  scene.publish({ kind: 'set-door', door: 'locked', inside });
  scene.runFor(publishEveryMs);
  const ends = () => [...scene.boards.values()].map(({ isEnded }) => isEnded);
  tell(scene, 1, 2, { kind: 'document', envelope: signed({ shows: 'loss' }, 9_000) });
  tell(scene, 1, 2, { kind: 'document', envelope: signed({ isEnded: true }, cameMs) });
  tell(scene, 1, 2, {
    kind: 'document',
    envelope: signed({ isEnded: true }, 9_000, newHostKeys().hostToken),
  });
  expect([scene.at(2).document, ends()]).toEqual([{}, [false, false, false, false, false]]);
  scene.publish({ kind: 'end' });
  scene.runFor(publishEveryMs);
  expect(ends()).toEqual([true, true, true, false, false]);
});

test('D5: answers reach all, the latest of each counts, and closing keeps them', () => {
  const scene = new BoardScene(4, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  scene.settle();
  expect(scene.at(3).answer(1, 0.5), 'nothing is asked').toBe(false);
  scene.publish({ kind: 'ask', question: asks });
  scene.settle();
  expect([scene.at(3).answer(1, 0.5), scene.at(3).answer(1, 0.25), scene.at(2).answer(2, 1)]).toEqual([
    true,
    true,
    false,
  ]);
  scene.settle();
  expect(scene.at(0).answerOf(idOf(3))?.value).toBe(0.25);
  scene.runFor(publishEveryMs);
  scene.publish({ kind: 'close-question', observed: [0.75] });
  scene.settle();
  expect(scene.at(3).document.question?.closed).toEqual({ answers: [0.25, 0.75], of: 5 });
  expect(scene.at(3).answer(1, 1)).toBe(false);
  expect(scene.at(3).answerOf(idOf(3))?.value, 'its own is still shown').toBe(0.25);
  scene.runFor(publishEveryMs);
  scene.publish({ kind: 'ask', question: asks });
  scene.settle();
  expect(scene.at(3).answerOf(idOf(3)), 'to another question').toBeUndefined();
});

test('D5: nobody answers for another, or to another question of that number', () => {
  const scene = new BoardScene(3);
  scene.settle();
  scene.publish({ kind: 'ask', question: asks });
  scene.settle();
  const { question } = scene.at(0).document;
  const author = (index: number, as = index) => ({
    ...{ self: idOf(as), code },
    ...{ claim: scene.claimOf(idOf(index)), secret: scene.secretOf(idOf(index)) },
  });
  const said = { value: 0.5, change: 1 };
  const other: RoomQuestion = { ...question!, asks: { ...asks, step: 6 } };
  const good = signedAnswerTo(question!, said, author(2));
  for (const bad of [
    signedAnswerTo(question!, said, author(1, 2)),
    { ...good, value: 0.75 },
    { ...good, by: idOf(1) },
    signedAnswerTo(other, said, author(2)),
    signedAnswerTo(question!, said, { ...author(2), code: 'ABC235' }),
  ])
    tell(scene, 1, 0, { kind: 'answer', answer: bad });
  expect([1, 2].map((at) => scene.at(0).answerOf(idOf(at)))).toEqual([undefined, undefined]);
  tell(scene, 1, 0, { kind: 'answer', answer: good });
  expect(scene.at(0).answerOf(idOf(2))?.value).toBe(0.5);
});

test('D2: the fullest document and the envelope of it fit in one frame (F5)', () => {
  const number = -Math.PI * 1e-300; // its text is as long as any
  const count = Number.MAX_SAFE_INTEGER;
  const word = 'x'.repeat(24);
  const values = Object.fromEntries(Array.from('abcdefgh', (letter) => [letter.padStart(24, 'x'), word]));
  const setting = 'x'.repeat(16);
  const settings = {
    ...{ data: setting, parameters: count, replicas: count, batch: -number, learningRate: -number },
    ...{ optimizer: setting, codec: setting, topology: setting, buckets: setting, overlap: false },
    ...{ innerSteps: -number, isSlowed: false },
  };
  const attempt = { run: count, step: count, ms: -number, bytes: count, digest: 'f'.repeat(16) };
  const losses = Array.from({ length: mostCurveLosses }, () => number);
  const document: RoomDocument = {
    shows: word,
    door: 'locked',
    admitted: Array.from({ length: 256 }, () => 'p'.repeat(22)),
    areNamesHidden: true,
    renamed: Array.from({ length: 64 }, (_, at) => ({ member: idOf(at), name: '💧'.repeat(40) })),
    asked: 1 << 24,
    question: {
      number: 1 << 24,
      asks: { kind: 'lesson', lesson: word, values },
      closed: { answers: Array.from({ length: mostAnswers + mostObserved }, () => -1.234e-300), of: 128 },
      run: {
        ...{ done: count, of: count },
        curves: Array.from({ length: 4 }, () => ({ upTo: count, losses })),
        facts: Array.from({ length: 8 }, () => number),
      },
      measured: number,
    },
    league: {
      target: 1e-6,
      attempts: Array.from({ length: mostAttempts }, () => ({ ...attempt, settings, isChanged: false })),
    },
  };
  const scene = new BoardScene(2);
  scene.settle();
  tell(scene, 1, 0, { kind: 'document', envelope: signed(document, 9_000) });
  expect(scene.at(0).edition.version).toBe(9_000);
  const body = JSON.stringify(document);
  expect(body.length).toBeLessThanOrEqual(mostDocumentCharacters);
  const message = { kind: 'document', envelope: signed(document, 9_000) };
  expect(utf8(JSON.stringify(message)).length).toBeLessThanOrEqual(maxPayloadBytes);
  console.info(`the fullest document has ${body.length} characters`);
});
