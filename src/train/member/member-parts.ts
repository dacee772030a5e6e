// The parts of one replica, made one after the other: each is given only what is whole by then. Who is told of what is
// elsewhere (member-listeners.ts), because listeners come last.
import { say } from '../../base/sayings';
import type { FlightRecorder } from '../../base/flight-recorder';
import { prng } from '../../base/prng';
import type { MemberId, View } from '../../membership/view';
import { FrameLog } from '../../net/frame/frame-log';
import { HeldCommands } from '../commands/held-commands';
import type { TrainerOptions } from '../context/trainer-options';
import { LoopStatus } from '../loop/loop-status';
import { Trainer } from '../loop/trainer';
import { Replica } from '../participation/replica';
import { Hellos } from '../peers/hellos';
import { Hub } from '../peers/hub';
import { LinkPolicy } from '../peers/link-policy';
import { MembershipDriver } from '../peers/membership-driver';
import { Passes } from '../peers/passes';
import { SignalRelay } from '../peers/signal-relay';
import type { RunState } from '../run/run-state';
import { DataShare } from '../share/data-share';
import { CurveShare } from '../metrics/curve/curve-share';
import { Timeline } from '../metrics/timeline/timeline';
import { SumWatch } from '../metrics/transfers/sum-watch';
import { Admittance } from './admittance';
import { Cooldown } from './cooldown';
import { EdgeEmulation } from './edge-emulation';
import { EdgeProbes } from './edge-probes';
import { FailedAttempt } from './failed-attempt';
import { HelloNews } from './hello-news';
import { Kicks } from './kicks';
import { LineageContact } from './lineage-contact';
import { linkedBoard } from './linked-board';
import { LoneTrials } from './lone-trials';
import { MemberLife } from './member-life';
import { MemberNames } from './member-names';
import type { MemberScreen } from './member-screen';
import { Orders } from './orders';
import { OwnHello } from './own-hello';
import { PeerFrames } from './peer-frames';
import { receiveHello } from './receive-hello';
import { RoomEnd } from './room-end';
import { SeekAdmission } from './seek-admission';
import { isTraining } from './training-phase';
import { ViewNotices } from './view-notices';

export type MemberParts = ReturnType<typeof memberParts>;

export function memberParts(options: TrainerOptions, recorder: FlightRecorder) {
  const { self, clock, room, seed, random, beside, pass, hostClaim } = options;
  const hub = new Hub(clock, new FrameLog(() => clock.now()));
  const replica = new Replica(self, options);
  const { device } = replica;
  const membership = new MembershipDriver(self, hub, clock, seed, random);
  const view = (): View | undefined => membership.view;
  const state = (): RunState | undefined => replica.known;
  const life = new MemberLife(membership, replica);

  const passes = new Passes(room.code);
  passes.note(self, pass);
  const kicks = new Kicks(self, state);
  const board = linkedBoard({ options, hub, passes, replica, membership, kicks });
  const { hostPublicKey } = room;
  const commands = new HeldCommands(hostPublicKey, room.code, () => board.heir, options.olderCommands);
  const admittance = new Admittance({ membership, replica, passes, kicks, board, hostPublicKey });

  const ownHello = new OwnHello({ self, pass, hostClaim, beside, board, admittance, replica, membership });
  const hellos = new Hellos(hub, () => ownHello.now());
  const names = new MemberNames({
    self,
    typed: options.name,
    view,
    room: () => board.document,
    knowsRoom: () => board.isKnown,
    hasState: () => state() !== undefined,
    linked: () => hub.peers(),
    hello: (peer) => hellos.of(peer),
    follows: () => replica.followed !== undefined,
    rings: (among) => hellos.rings(among),
    isSameGuest(a, b) {
      const known = passes.of(a);
      return known !== undefined && known === passes.of(b);
    },
    announce(name) {
      ownHello.name = name;
      if (!life.isOver) hellos.sendToAll();
    },
  });
  const screen: MemberScreen = {
    nameOf: (member) => names.of(member),
    notify: (level, says) => life.notice(level, says),
    enter: (phase) => life.enter(phase),
    fail: (code, says) => life.fail(code, says),
  };
  const { nameOf } = screen;

  const signals = new SignalRelay(self, hub, clock);
  const status = new LoopStatus();
  const share = new DataShare({
    self,
    hub,
    clock,
    nameOf,
    ring: () => membership.view && { members: membership.view.members, givers: status.givers() },
    room: { ...room, host: () => state()?.room?.host },
    random: prng('share', self, seed),
    isTraining: () => !life.isOver && isTraining({ membership, replica, status }),
    isWelcome: (peer) => !kicks.has(peer) && admittance.isWelcome(peer),
    warn: (says) => life.notice('warning', says),
  });
  const helloNews = new HelloNews({ clock, life, replica, hellos, share, ownHello });
  const linkPolicy = new LinkPolicy({
    self,
    clock,
    hub,
    hellos,
    view,
    mayClose: () => !replica.isCatchingUp && replica.frozen.length === 0 && !share.isBusy,
    sources: () => share.sources,
  });

  const cooldown = new Cooldown(clock);
  const loneTrials = new LoneTrials(replica, recorder, options, () => life.changed());
  /** Membership must be able to send it its view. A link that opened long ago may be dead: a peer that wakes from sleep is
   *  admitted once it is heard again. */
  const mayBeAdmitted = (peer: MemberId): boolean =>
    membership.hears(peer) && !cooldown.has(peer) && admittance.mayEnter(peer);
  const deps = {
    self,
    clock,
    candidates: () => linkPolicy.first(hellos.candidates(membership.view)).filter(mayBeAdmitted),
    requestView(add: readonly MemberId[], remove: readonly MemberId[]): void {
      if (add.length > 0) membership.input({ kind: 'admit', peers: add });
      if (remove.length > 0) membership.input({ kind: 'kick', peers: remove });
    },
    reorderRing(order: readonly MemberId[] | undefined): void {
      membership.input({ kind: 'may-reorder' });
      if (order) membership.input({ kind: 'reorder-ring', order });
    },
    isBroken: (a: MemberId, b: MemberId) => membership.isBroken(a, b),
    nameOf,
    lastRun: () => hellos.lastRun(membership.view?.lineage ?? ''),
    isHeard: (member: MemberId) => hub.has(member) && membership.links.livenessOf(member) === 'live',
    givesData: () => share.givesAll,
    whileIdle: (signal: AbortSignal) => loneTrials.whileIdle(signal),
  };
  const trainer = new Trainer(deps, hub, replica, commands, status);

  const timeline = new Timeline({
    self,
    clock,
    hub,
    accounts: () => trainer.accounts,
    isMember: (peer) => admittance.mayHear(peer),
    view,
  });
  const sumWatch = new SumWatch({
    self,
    clock,
    hub,
    recorder: trainer.sumRecorder,
    isMember: (peer) => admittance.mayHear(peer),
    view,
  });
  const curves = new CurveShare({
    self,
    clock,
    hub,
    isMember: (peer) => admittance.mayHear(peer),
    view,
  });
  const probes = new EdgeProbes({
    self,
    clock,
    hub,
    view,
    activity: () => status.activity,
    isFetching: () => replica.isCatchingUp || replica.frozen.length > 0,
  });
  const emulation = new EdgeEmulation(self, hub, state);
  const roomEnd = new RoomEnd(clock, {
    isEnded: () => board.isEnded,
    isRunning: () => state()?.status === 'running',
    isInView: () => membership.view !== undefined,
    leave: (why) => life.leave(why),
  });
  const viewNotices = new ViewNotices({ ...screen, self, removedBy: (member) => kicks.by(member) });
  const shared = { self, clock, hub, members: membership, hellos, commands };
  const admission = new SeekAdmission(
    { ...shared, replica, ownHello },
    screen,
    life.end,
    roomEnd,
    (config, signal) =>
      loneTrials.beforeAsking(config, signal, () =>
        life.enter({ kind: 'starting', doing: say('measuring-speed') }),
      ),
  );
  /** Something a waiting newcomer or an idle ring should look at. */
  const wakeAll = (): void => {
    admission.wake();
    trainer.wake();
    life.changed();
  };
  const lineages = new LineageContact(clock, { members: membership, hellos, replica }, screen, wakeAll);
  const failures = new FailedAttempt({ ...shared, device, recorder }, screen, {
    stuck: (stuck) => cooldown.start(stuck.filter((member) => member !== self)),
    isOver: () => life.isOver,
  });
  const orders = new Orders({ self, membership, hellos, kicks, life });
  const helloParts = { passes, names, hellos, membership, linkPolicy, lineages, wakeAll };
  const frames = new PeerFrames({ ...shared, trainer, recorder }, screen, {
    hello: (from, hello, hadRing) => receiveHello(helloParts, from, hello, hadRing),
    command(command, isNews) {
      if (isNews) orders.arrived(command);
      trainer.wake();
    },
    mayHear: (peer) => admittance.mayHear(peer),
  });

  return {
    self,
    hub,
    commands,
    replica,
    membership,
    life,
    passes,
    kicks,
    board,
    admittance,
    hellos,
    names,
    signals,
    share,
    helloNews,
    linkPolicy,
    cooldown,
    loneTrials,
    trainer,
    timeline,
    sumWatch,
    curves,
    probes,
    emulation,
    roomEnd,
    viewNotices,
    admission,
    lineages,
    failures,
    orders,
    frames,
    wakeAll,
  };
}
