// The ways into a ring: create a room, join one, or train alone. Each sets the current session.
import type {
  Command,
  EngineWish,
  ReplicaEvent,
  ReplicaHandle,
  RoomTicket,
  RunConfig,
  Snapshot,
} from '../../../src/replica/protocol';
import { newMemberSecret } from '../../../src/net/room/member-secret';
import { demoSteps } from '../words/demo-steps';
import { setCurrentSession } from './current-session';
import {
  forgetHostedRoom,
  hostedRoom,
  rememberedName,
  rememberHostedRoom,
  rememberRemoval,
  secretOfRemoved,
} from './device-memory';
import { loadPictureRing, provideCommand, type Entrance, type LocalFiles } from './engine-room';
import { isRemoval } from './removal';
import { Session } from './session';
import { takePass } from './tab-pass';

/** The files, the choices and the saved run that the creator of a room brings. */
interface Brought {
  readonly files?: LocalFiles | undefined;
  /** The base that the run names. */
  readonly base?: Blob | undefined;
  readonly wish?: EngineWish | undefined;
  /** Tabs of one browser are linked by WebRTC, too. */
  readonly onlyWebRtc?: boolean;
  readonly resumed?: (Command & { kind: 'resume' }) | undefined;
}

/** The room’s first member. It brings the configuration, the files that the configuration names, and the saved run that
 *  the room goes on with. */
export async function enterAsCreator(
  entrance: Entrance,
  ticket: RoomTicket,
  config: RunConfig,
  { files, base, wish = 'auto', onlyWebRtc = false, resumed }: Brought = {},
): Promise<void> {
  const { pass, release } = await takePass(ticket.code);
  const handle = entrance.joinRoom(ticket, { name: rememberedName(), config, engine: wish, pass });
  handle.subscribe(hostingNoter(ticket));
  if (files) handle.send(provideCommand(files));
  if (base) handle.send({ kind: 'provide-base', base });
  if (onlyWebRtc) handle.send({ kind: 'host', command: { kind: 'set-links', onlyWebRtc } });
  if (resumed) {
    handle.send(resumed);
    handle.subscribe(savedRunNoter(ticket.code));
  }
  setCurrentSession(new Session([handle], { kind: 'room', ticket }, release));
}

/** Enters the room, with host rights again when this device created it. */
export async function enterRoom(
  entrance: Entrance,
  { code, key, mark }: Pick<RoomTicket, 'code' | 'key' | 'mark'>,
  {
    hostToken,
    ...options
  }: {
    name: string;
    engine: EngineWish;
    hostToken?: string | undefined;
    /** Drawn already; undefined: it is drawn here. */
    memberSecret?: string;
  },
): Promise<void> {
  const { pass, release } = await takePass(code);
  const hosted = hostedRoom(code, mark);
  const isHandedOver = hostToken !== undefined || hosted?.isHandedOver === true;
  const ticket: RoomTicket = {
    code,
    key: key ?? hosted?.key,
    mark: mark ?? hosted?.mark,
    hostToken: hostToken ?? hosted?.hostToken,
    stamp: hosted?.stamp,
    ...(isHandedOver ? { isHandedOver } : hosted?.isOpen === undefined ? {} : { isOpen: hosted.isOpen }),
  };
  // A removed browser returns with its old secret, so under its old member id, and the members refuse that id (H6). The host is exempt.
  const memberSecret =
    (hosted ? undefined : secretOfRemoved(code)) ?? options.memberSecret ?? newMemberSecret();
  const config = isHandedOver ? undefined : hosted?.config;
  const handle = entrance.joinRoom(ticket, { ...options, config, memberSecret, pass });
  if (ticket.hostToken !== undefined) handle.subscribe(hostingNoter(ticket));
  if (!hosted) handle.subscribe(removalNoter(code, memberSecret));
  if (hosted?.awaitsSavedRun) handle.subscribe(savedRunNoter(code));
  setCurrentSession(new Session([handle], { kind: 'room', ticket }, release));
}

/** `preset`: the configuration that the run started from. A run with other steps than the preset's keeps them. */
export function enterAlone(
  entrance: Entrance,
  replicas: number,
  config: RunConfig,
  preset: RunConfig,
  engine: EngineWish,
): void {
  // A schedule that falls needs its own end.
  const isEndless = config.schedule.kind === 'constant' && config.steps === preset.steps;
  const steps = isEndless ? demoSteps : config.steps;
  const handles = entrance.startDemoRing(replicas, { ...config, steps }, engine);
  setCurrentSession(new Session(handles, { kind: 'alone', replicas }));
}

/** A demo ring that trains already becomes the page's own. */
export function enterRunning(handles: readonly ReplicaHandle[]): void {
  setCurrentSession(new Session(handles, { kind: 'alone', replicas: handles.length }));
}

/** One more replica in the demo ring of this session. */
export async function addDemoReplica(session: Session): Promise<void> {
  const { addDemoReplica: add } = await loadPictureRing();
  session.grow(add);
}

/** This browser keeps a host's rights for as long as the ring says that it hosts (H15). Looks at what is stored only when
 *  the ring says something else than before: snapshots come ten times a second. */
function hostingNoter({
  code,
  key,
  mark,
  hostToken,
  isHandedOver,
}: RoomTicket): (event: ReplicaEvent) => void {
  let noted: boolean | undefined;
  return (event) => {
    if (event.kind !== 'snapshot' || hostToken === undefined) return;
    const { isHost } = event.snapshot;
    if (isHost === noted || !isInRing(event.snapshot)) return;
    noted = isHost;
    const kept = hostedRoom(code);
    if (!isHost && kept?.hostToken === hostToken) forgetHostedRoom(code);
    if (isHost && isHandedOver && kept?.hostToken !== hostToken)
      rememberHostedRoom(code, { hostToken, key, mark, isHandedOver });
  };
}

/** A saved run is awaited until the ring has gone on with one. */
function savedRunNoter(code: string): (event: ReplicaEvent) => void {
  let isNoted = false;
  return (event) => {
    if (isNoted || event.kind !== 'snapshot' || event.snapshot.step === 0 || !isInRing(event.snapshot))
      return;
    isNoted = true;
    const kept = hostedRoom(code);
    if (kept) rememberHostedRoom(code, { ...kept, awaitsSavedRun: false });
  };
}

/** Stored from its removal until a ring has admitted it again. */
function removalNoter(code: string, memberSecret: string): (event: ReplicaEvent) => void {
  let wasInRing = false;
  return (event) => {
    if (event.kind !== 'snapshot') return;
    const { phase } = event.snapshot;
    if (phase.kind === 'failed' && isRemoval(phase.error.code))
      rememberRemoval(code, memberSecret, phase.error.code === 'not-let-in');
    const isIn = phase.kind !== 'failed' && isInRing(event.snapshot);
    if (isIn && !wasInRing && secretOfRemoved(code) === memberSecret) rememberRemoval(code, undefined);
    wasInRing = isIn;
  };
}

function isInRing({ peers }: Snapshot): boolean {
  return peers.some(({ isSelf, rank }) => isSelf && rank !== undefined);
}
