// Who is told of what within one replica, read in one place. Listeners are registered once all parts are there, and run in
// the order of this file.
import { logged, say } from '../../base/sayings';
import type { View } from '../../membership/view';
import { enterView, leaveView } from '../participation/participation';
import type { MembershipDriverEvents } from '../peers/membership-driver';
import type { MemberParts } from './member-parts';
import { nameSponsors } from './receive-hello';

export function listen(parts: MemberParts): void {
  parts.cooldown.on('over', parts.wakeAll);
  listenToTrainer(parts);
  listenToBoard(parts);
  parts.share.on('change', () => parts.helloNews.shareChanged());
  listenToLinks(parts);
  listenToMembership(parts);
  parts.life.on('ended', (why) => end(parts, why));
}

function listenToTrainer(parts: MemberParts): void {
  const { trainer, life, replica, hellos } = parts;
  trainer.on('change', () => {
    parts.emulation.look();
    parts.roomEnd.look();
    parts.helloNews.look();
    parts.board.look();
    parts.names.look();
    parts.share.tellGivers();
    life.changed();
  });
  trainer.on('step', (record) => {
    parts.failures.committed();
    replica.committed(record.lineage, record);
    parts.curves.committed(record);
    life.emit('step', record);
  });
  trainer.on('run', () => hellos.sendToAll());
  trainer.on('engine', () => hellos.sendToAll());
  trainer.on('notice', (notice) => life.emit('notice', notice));
}

/** The host changed the room, or this replica heard of it. Only another door, another heir or the end concerns an idle
 *  ring (D1). */
function listenToBoard({ board, names, hellos, share, life, roomEnd, wakeAll }: MemberParts): void {
  let before = board.document;
  board.on('change', () => {
    names.look();
    hellos.sendToAll();
    roomEnd.look();
    const { door, admitted, heir, isEnded } = before;
    before = board.document;
    const isSameDoor = door === before.door && admitted === before.admitted;
    if (isSameDoor && heir === before.heir && isEnded === before.isEnded) return life.changed();
    share.look();
    wakeAll();
  });
}

function listenToLinks(parts: MemberParts): void {
  const { hub, trainer, life, names, membership, linkPolicy } = parts;
  hub.on('opened', ({ peer }) => {
    parts.emulation.opened(peer);
    for (const envelope of parts.commands.envelopes) hub.sendJson(peer, 'command', envelope);
    trainer.router.opened(peer);
    trainer.linkOpened(peer);
    life.changed();
  });
  hub.on('flooded', ({ peer }) => life.notice('warning', say('floods', { name: names.of(peer) })));
  hub.on('closed', ({ peer, reason }) => {
    trainer.linkClosed(peer);
    nameSponsors(parts);
    names.peersChanged();
    life.emit('link-closed', { peer, why: reason.message });
    // A link that a large ring does not need leaves nothing to decide.
    const isMember = membership.view?.members.includes(peer) ?? false;
    if (isMember && !linkPolicy.wants(peer)) life.changed();
    else parts.wakeAll();
  });
}

function listenToMembership(parts: MemberParts): void {
  const { membership, life, hellos, lineages, trainer, names } = parts;
  membership.on('installed', (view) => viewInstalled(parts, view));
  membership.on('view-change', (change) => parts.viewNotices.installed(change));
  membership.on('outside', (outside) => wentOutside(parts, outside));
  membership.on('contact', ({ peer }) => {
    hellos.sendToAll(); // the examples trained on change with every step
    lineages.compare(peer);
  });
  membership.on('offence', ({ peer, what }) => life.notice('warning', say(what, { name: names.of(peer) })));
  membership.on('phase', () => life.changed());
  membership.on('stepped', ({ input }) => {
    if (input.kind === 'heard') trainer.wake();
  });
  membership.on('liveness', ({ peer }) => {
    trainer.linkChanged(peer);
    parts.admission.wake();
  });
}

function viewInstalled(parts: MemberParts, view: View): void {
  const { replica } = parts;
  parts.life.installed(view);
  parts.lineages.installed(view);
  replica.become(enterView(replica.participation));
  parts.admission.admitted();
  parts.names.look();
  parts.hellos.sendToAll();
  parts.linkPolicy.look();
  parts.orders.endIfKickedAlone();
  parts.board.look();
  parts.wakeAll();
}

function wentOutside(parts: MemberParts, { why, without }: MembershipDriverEvents['outside']): void {
  const { life, kicks, replica, names } = parts;
  if (life.isOver) return;
  if (kicks.has(parts.self)) return parts.orders.failRemoved();
  const { participation } = replica;
  if (participation.kind === 'catching-up') participation.catchUp.stop(logged(why));
  life.keepTrained();
  replica.become(leaveView(participation));
  parts.commands.leave();
  if (without) {
    const members = without.members.map((one) => names.of(one)).join(', ');
    life.notice('warning', say('went-on-without-this', { generation: without.generation, names: members }));
  } else life.notice('warning', why);
  nameSponsors(parts);
  parts.board.look();
  names.look();
  parts.hellos.sendToAll();
  parts.linkPolicy.look();
  parts.wakeAll();
}

function end(parts: MemberParts, why: string): void {
  parts.linkPolicy.end();
  parts.probes.end();
  parts.roomEnd.stop();
  parts.share.end(why);
  parts.board.end();
  parts.timeline.end();
  parts.sumWatch.end();
  parts.curves.end();
  parts.hub.close(why);
  parts.replica.device.destroy();
}
