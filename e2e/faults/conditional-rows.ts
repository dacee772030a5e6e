// Rows that need more of the machine than its browsers. They are defined only where they can run; elsewhere the table
// gives the reason (fault-table.ts). A row that is not run does not count as passed.
import { spawnSync } from 'node:child_process';
import { noNetworkHere } from './namespace-network';

function noCoturnHere(): string | undefined {
  const isThere = spawnSync('turnserver', ['--version'], { stdio: 'ignore' }).error === undefined;
  return isThere ? undefined : 'needs coturn: apt-get install coturn';
}

const noNetwork = noNetworkHere();
const noTurn = noNetwork ?? noCoturnHere();

export const networkRows = {
  partition: 'partition: one of three is cut off, then back',
  lossy: 'one link with 5 % loss, 50 ms delay, 20 Mbit/s',
  around: 'such a link in a ring of four: the ring goes around it',
  twoLevels: 'two machines of two tabs, 20 Mbit/s between them: sums on two levels',
  noUdp: 'UDP blocked',
  permission: 'local-network permission (Chromium’s flag on): asked, allowed, refused',
  lineage: 'partition without a quorum: the host goes on with a named lineage',
} as const;

export const turnRows = {
  relayed: 'no direct path: through TURN (coturn)',
  refused: 'no direct path, TURN refuses: through the room server',
  stun: 'STUN (coturn) is asked',
} as const;

/** Why these rows cannot run here; undefined: they can. */
export const whyNot: { readonly network?: string; readonly turn?: string } = {
  ...(noNetwork !== undefined && { network: noNetwork }),
  ...(noTurn !== undefined && { turn: noTurn }),
};

/** The reasons for all rows that cannot run here. */
export function notRun(): readonly { readonly title: string; readonly why: string }[] {
  return ([['network', networkRows], ['turn', turnRows]] as const).flatMap(([need, rows]) => {
    const why = whyNot[need];
    return why === undefined ? [] : Object.values(rows).map((title) => ({ title, why }));
  }); // prettier-ignore
}
