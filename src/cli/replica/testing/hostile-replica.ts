// A hostile member as a process: `hostile-replica.ts LINK NAME member|guest`. It joins a room like `npm run replica`, and
// reads the name of an attack (attacks.ts) from its input, a line each. It prints its phases, what it keeps when its input
// says `keeps`, and for `lies` how many it sent, with the hashes of the first.
import { inEnglish } from '../../english/in-english';
import { createInterface } from 'node:readline';
import { openNodeRtc } from '../../node/node-rtc';
import { spawnComputeThread } from '../../node/spawn-compute-thread';
import { parseRoomInput } from '../../../replica/room-link';
import { startHeadless } from '../headless-replica';
import { attacks, type AttackName } from './attacks';
import { HostileMember } from './hostile-member';

const [link, name, role] = process.argv.slice(2);
const ticket = parseRoomInput(link);
if (!ticket) throw new Error(`no room link: ${link}`);
const node = await openNodeRtc();
if (!node.ok) throw new Error(inEnglish(node.error.says));

const member = new HostileMember();
member.takeOver();
if (role === 'guest') member.changeHello = (hello) => ({ ...hello, wantsIn: false });

const handle = startHeadless({
  url: new URL(link).origin,
  ticket: { ...ticket, hostToken: undefined },
  name,
  engine: 'cpu',
  node: node.value,
  processor: { threads: 1, spawn: spawnComputeThread },
});

let said = '';
handle.subscribe((event) => {
  if (event.kind === 'notice') console.log(`notice: ${inEnglish(event.notice.says)}`);
  if (event.kind !== 'snapshot') return;
  const { phase, worldSize, peers, self } = event.snapshot;
  member.self = self;
  const why = phase.kind === 'failed' ? ` (${inEnglish(phase.error.says)})` : '';
  const linked = peers.filter((peer) => peer.link !== undefined).length;
  const text = `${phase.kind}${why}, ring of ${worldSize}, linked with ${linked}`;
  if (text !== said) console.log((said = text));
});

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'lies') console.log(`lies: ${member.lies}, among them ${[...member.lieHashes].join(' ')}`);
  else if (line === 'keeps') {
    const kept = await handle.request({ kind: 'checkpoint', what: 'run' });
    console.log(kept.ok ? `keeps: ${kept.value.name}` : 'keeps: nothing');
  } else if (line in attacks) {
    attacks[line as AttackName].begin(member);
    console.log(`attacks: ${line}`);
  } else console.log(`no such attack: ${line}`);
}
