// What a host tries with one press: the commands of the chips. Pure.
import { namedProfiles } from '../../../src/net/emulation/profile-words';
import { mostEdges, withEdge } from '../../../src/net/emulation/network-settings';
import type { HostCommand, NetworkSettings, PeerStatus, Snapshot } from '../../../src/replica/protocol';

type Shown = Pick<Snapshot, 'peers' | 'network'>;

/** Members but for the host's own replica, which runs what the class watches. */
export function othersOf({ peers }: Pick<Snapshot, 'peers'>): readonly PeerStatus[] {
  return peers.filter(({ isSelf, rank }) => !isSelf && rank !== undefined);
}

/** The member whose edges, and no others, have a line of their own; undefined: none. */
export function slowedMember({ peers, network }: Shown): PeerStatus | undefined {
  const { edges } = network;
  return othersOf({ peers }).find(
    ({ id }) =>
      edges.length > 0 && edges.every(({ a, b, profile }) => profile !== null && (a === id || b === id)),
  );
}

/** Every line of this member as `namedProfiles.slow`, in place of all other lines of their own. */
export function slowed({ peers, network }: Shown, member: string): NetworkSettings {
  const members = peers.filter(({ id, rank }) => rank !== undefined && id !== member);
  return members
    .slice(0, mostEdges)
    .reduce<NetworkSettings>((settings, { id }) => withEdge(settings, member, id, namedProfiles.slow), {
      ...network,
      edges: [],
    });
}

/** A gradient that is far too long, sent on as if it were good: the next member refuses it. */
export function noiseFrom(member: string): HostCommand {
  return { kind: 'poison', peer: member, how: 'outlier', at: 'wire' };
}
