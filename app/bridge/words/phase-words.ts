// A phase in words: what happens, and which member it waits for. One sentence, never a code.
import type { Phase, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatNames, formatPercent } from './format';
import { participants, withoutAnswer, type Participants } from './participants';

export type PhaseTone = 'calm' | 'busy' | 'good' | 'warning' | 'bad';

export interface PhaseWords {
  /** One or two words for the strip. */
  readonly title: string;
  readonly detail: string;
  readonly tone: PhaseTone;
  /** Identifies the wait by its start on the replica's clock; undefined when it is not a wait. */
  readonly sinceMs: number | undefined;
}

/** A ring within one page: the number of its replicas at the start. */
export interface Demo {
  readonly replicas: number;
}

/** `nameOf` turns a peer id into the name people know. */
export function phaseWords(snapshot: Snapshot, nameOf: (peer: string) => string, demo?: Demo): PhaseWords {
  const { phase } = snapshot;
  const here = participants(snapshot);
  const names = (peers: readonly string[]): string => formatNames(peers.map(nameOf));
  const describe = (title: string, detail: string, tone: PhaseTone, sinceMs?: number): PhaseWords => ({
    title, detail, tone, sinceMs,
  }); // prettier-ignore
  switch (phase.kind) {
    case 'starting':
      return describe('Starting', `${capital(phase.doing)}.`, 'busy');
    case 'needs-file':
      return snapshot.sharing?.receiving
        ? describe('Fetching the data', needsFileDetail(phase, snapshot), 'busy')
        : describe('Needs a file', needsFileDetail(phase, snapshot), 'warning');
    case 'connecting':
      if (phase.why !== undefined) return describe('Connecting', phase.why, 'warning', phase.sinceMs);
      return phase.waitingFor.length > 0
        ? describe('Connecting', `Waiting for ${names(phase.waitingFor)}.`, 'busy', phase.sinceMs)
        : describe('Connecting', 'Opening links to the ring.', 'busy', phase.sinceMs);
    case 'lobby':
      return describe('Ready', lobbyDetail(snapshot, here, demo), 'calm');
    case 'catching-up':
      return describe(
        'Catching up',
        `${capital(phase.why)}: ${progress(phase)}${phase.donors.length > 0 ? ` from ${names(phase.donors)}` : ''}. The ring goes on meanwhile.`,
        'busy',
      );
    case 'training':
      return phase.waitingFor
        ? describe(
            'Waiting',
            `For ${nameOf(phase.waitingFor.peer)}: ${phase.waitingFor.what}. Progress is safe; ${withoutAnswer(snapshot, phase.waitingFor.peer.split(', '))}.`,
            'warning',
            phase.waitingFor.sinceMs,
          )
        : describe('Training', trainingDetail(snapshot, here, demo), 'good');
    case 'regrouping':
      return describe(
        'Regrouping',
        `${phase.lost.length > 0 ? `Without ${names(phase.lost)}: t` : 'T'}he members agree on a new ring. Progress is safe; only the step under way is done again.`,
        'warning',
        phase.sinceMs,
      );
    case 'no-quorum':
      return describe(
        'Too few to go on',
        `${quorumWords(here)} Progress is safe: the last state is kept, and ${here.members === 2 ? 'training goes on when it answers, or soon with this replica alone' : 'training goes on when enough of them answer'}.`,
        'warning',
        phase.sinceMs,
      );
    case 'paused':
      return describe('Paused', snapshot.isHost ? 'Press Resume to go on.' : 'Paused by the host.', 'calm');
    case 'finished':
      return describe('Finished', `${capital(phase.why)}.`, 'good');
    case 'diverged':
      return describe('Diverged', `${capital(phase.why)}. The last good state is kept.`, 'bad');
    case 'failed':
      return describe('Stopped', phase.error.message, 'bad');
    case 'left':
      return describe(
        'Left',
        phase.why === undefined ? 'This tab is no longer part of the ring.' : `${capital(phase.why)}.`,
        'calm',
      );
    default:
      return phase satisfies never;
  }
}

/** How many members can be heard, and which cannot. */
function quorumWords({ now = 0, members, missing }: Participants): string {
  const counts = `Only ${formatCount(now)} of ${formatCount(members)} members can be heard.`;
  return missing.length > 0 ? `${counts} Missing: ${formatNames(missing.map(({ name }) => name))}.` : counts;
}

function lobbyDetail({ isHost }: Snapshot, { now = 0 }: Participants, demo: Demo | undefined): string {
  if (!demo) return isHost ? 'Press Start when everyone is here.' : 'Waiting for the host to press Start.';
  if (now < demo.replicas) return `${formatCount(now)} of ${formatCount(demo.replicas)} replicas are here.`;
  return 'All replicas are here: press Start.';
}

function trainingDetail(
  { config, step }: Snapshot,
  { now = 0, catchingUp }: Participants,
  demo: Demo | undefined,
): string {
  const of = config ? ` of ${formatCount(config.steps)}` : '';
  const who = now === 1 ? 'one replica by itself' : `${formatCount(now)} replicas as one`;
  const verb = catchingUp.length === 1 ? 'is' : 'are';
  const others =
    catchingUp.length > 0 ? ` ${formatNames(catchingUp.map(({ name }) => name))} ${verb} catching up.` : '';
  const device = demo && now > 1 ? ' They share this device.' : '';
  return `Step ${formatCount(step)}${of}, ${who}.${others}${device}`;
}

function progress({
  receivedBytes,
  totalBytes,
  behindSteps,
}: Extract<Phase, { kind: 'catching-up' }>): string {
  if (receivedBytes === totalBytes && behindSteps > 0)
    return `replaying ${formatCount(behindSteps)} ${behindSteps === 1 ? 'step' : 'steps'}`;
  return `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}

function needsFileDetail(
  { name, sha256, own }: Extract<Phase, { kind: 'needs-file' }>,
  { sharing }: Snapshot,
): string {
  if (own) return 'Each member brings its own examples here: choose yours.';
  const { receiving, offer } = sharing ?? {};
  if (receiving && offer)
    return receiving.isLinked
      ? `${name} comes from the members of this room: ${formatPercent(receiving.bytes / offer.bytes, 0)}.`
      : `Waiting for a link to a member who has ${name}.`;
  return offer?.sha256 === sha256
    ? `This room trains on ${name}: its members can send it to you.`
    : `This room trains on ${name}: choose it on this device.`;
}
