// H13, H15: a member works with somebody who has the secret of a link that the host took back. It shows the document that named
// that heir once more, with genuine take-overs, and documents and take-overs that it signed itself. Nobody hosts by that,
// nobody leaves, no honest member is named, and the host's commands are applied.
import { expect, test } from 'vitest';
import { newHostKeys } from '../../../net/room/signed-command';
import { casesOf } from '../../../base/testing/every-case';
import { attackScene } from './testing/scripted-records';

test.each(casesOf([3, 4, 6], (size) => size === 4))(
  'H15: nobody hosts by an offer that was taken back, or by no offer, N = %i',
  async (size) => {
    const { ring, honest, hostile } = await attackScene(size);
    const at = honest[0];
    const [keys, own] = [newHostKeys(), newHostKeys()];
    ring.publish({ kind: 'hand-over', heir: keys.hostPublicKey }, at);
    const heirIs = (heir: string | null) => () =>
      ring.living.every(({ member }) => member.board.heir === heir);
    await ring.until('the offer', heirIs(keys.hostPublicKey));
    const { edition } = hostile.member.board;
    const offered = 'envelope' in edition ? edition.envelope : undefined;
    ring.publish({ kind: 'hand-over', heir: null }, at);
    await ring.until('no offer', heirIs(null));
    const newcomer = ring.add();
    const falselyNamed = ring.signDocument({ heir: own.hostPublicKey }, 1e9);
    const documents = [offered, { ...falselyNamed, version: 2e9 }];
    const takeOver = (of: typeof own) =>
      ring.sign(JSON.stringify({ kind: 'take-over', host: of.hostPublicKey }), of.hostToken);
    const falseEnd = ring.sign(JSON.stringify({ kind: 'end' }), own.hostToken);
    for (let time = 0; time < 8; time++) {
      for (const peer of hostile.member.hub.peers()) {
        for (const envelope of documents)
          hostile.member.hub.sendJson(peer, 'room', { kind: 'document', envelope });
        for (const command of [takeOver(keys), takeOver(own), falseEnd])
          if (time < 5) hostile.member.hub.sendJson(peer, 'command', command);
      }
      await ring.runFor(100);
    }
    await ring.until('the newcomer in the ring', () => ring.isOneRing(size + 1), 60_000);
    ring.submit({ kind: 'pause' }, at);
    const all = [...honest, newcomer];
    await ring.until('the pause', () => all.every(({ member }) => member.state?.status === 'paused'), 30_000);
    expect(all.map(({ member }) => member.state?.room)).toEqual(all.map(() => undefined));
    expect(all.some(({ member }) => member.isOver || member.board.isEnded)).toBe(false);
    const honestNames = all.map(({ member }) => `${member.options.name} sent what it may not`);
    const isNamed = (text: string): boolean => honestNames.some((name) => text.includes(name));
    expect(all.some(({ notices }) => notices.some(isNamed))).toBe(false);
    await ring.end();
  },
);
