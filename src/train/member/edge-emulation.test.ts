// L18: what a member tells its links when the run state changes, and when a link opens.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { namedProfiles } from '../../net/emulation/profile-words';
import { withEdge } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import { newRun, type RunState } from '../run/run-state';
import { HandLink } from '../testing/hand-link';
import { sceneConfig } from '../testing/loop-scene';
import { ids } from '../testing/samples';
import { EdgeEmulation } from './edge-emulation';

const [self, b, c] = ids;
const { slow, bad } = namedProfiles;

test('L18 each link is told once, its own profile, and a new link at its opening', () => {
  const clock = new ManualClock();
  const links = new Map([b, c].map((peer) => [peer, new HandLink(clock)]));
  let state: RunState | undefined;
  const hub = { peers: () => [...links.keys()], link: (peer: string) => links.get(peer) };
  const emulation = new EdgeEmulation(self, hub, () => state);
  const told = (): unknown[] => [b, c].map((peer) => links.get(peer)!.emulated);
  emulation.look();
  emulation.opened(b);
  expect(told()).toEqual([[], []]);

  const network = withEdge({ ...noEmulation, everyEdge: slow }, self, c, bad);
  state = { ...newRun(sceneConfig), network };
  emulation.look();
  state = { ...state, version: 9, network: structuredClone(network) };
  emulation.look();
  expect(told()).toEqual([[slow], [bad]]);

  links.set(c, new HandLink(clock));
  emulation.opened(c);
  expect(told()).toEqual([[slow], [bad]]);

  state = { ...state, network: withEdge(network, self, b, null) };
  emulation.look();
  state = { ...state, network: noEmulation };
  emulation.look();
  emulation.look();
  expect(told()).toEqual([[slow, undefined], [bad, undefined]]); // prettier-ignore
});
