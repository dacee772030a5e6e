// H25: the console's lines on claims of own examples, in every language, and the command that a yes sends. A line is read as
// React's element; the console that it stands in: app/screens/console.test.tsx.
import { isValidElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { HostCommand, Snapshot } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { speakIn } from '../../testing/speak-in';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { Claims } from './room-group';

type Line = ReactElement<{ does: string; children: ReactElement<{ children: string; onClick(): void }> }>;

const setup = states.map((state) => state()).find(({ name }) => name === 'claims')!;
const live = snapshotOf(setup, history(setup));

function linesOf(shown: Snapshot, sent: HostCommand[] = []): readonly Line['props'][] {
  const send = (command: HostCommand): void => void sent.push(command);
  const controls: HostControls = { live: shown, buckets: undefined, send, changeBuckets: () => undefined };
  return Claims({ controls }).flatMap((line) => (isValidElement(line) ? [(line as Line).props] : []));
}

test('H25: each claim that is not agreed to has a line, and a yes sends who and how many', () => {
  const sent: HostCommand[] = [];
  const lines = linesOf(live, sent);
  expect(lines).toHaveLength(1);
  expect(sent).toEqual([]);
  lines[0].children.props.onClick();
  expect(sent).toEqual([{ kind: 'trust-claim', peer: 'p2', examples: 3_000_000 }]);
  const agreed = live.peers.map((peer) => ({ ...peer, claimedExamples: undefined }));
  expect(linesOf({ ...live, peers: agreed })).toEqual([]);
});

test.each([
  ['en', 'Swift Lynx says it has 3,000,000 examples of its own.', 'Count all 3,000,000'],
  ['de', 'Swift Lynx gibt an, 3 000 000 eigene Beispiele zu haben.', 'Alle 3 000 000 zählen'],
  ['fr', 'Swift Lynx dit avoir 3 000 000 exemples à soi.', 'Compter les 3 000 000'],
] as const)('H25: the line and its button in %s', async (language, says, yes) => {
  await speakIn(language);
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  const [line] = linesOf(live);
  expect(plain(line.does)).toContain(says);
  expect(plain(line.children.props.children)).toBe(yes);
});
