// A phase in words: what is happening, and for whom it waits. One sentence, never a code.
import type { Phase, Snapshot } from '../../src/replica/protocol';
import { formatBytes, formatNames } from './format';

export type PhaseTone = 'calm' | 'busy' | 'good' | 'warning' | 'bad';

export interface PhaseWords {
  /** One or two words for the strip. */
  readonly title: string;
  readonly detail: string;
  readonly tone: PhaseTone;
  /** Names the wait by when it began on the replica's clock; undefined when it is not a wait. */
  readonly sinceMs: number | undefined;
}

/** `nameOf` turns a peer id into the name people know. */
export function phaseWords(snapshot: Snapshot, nameOf: (peer: string) => string): PhaseWords {
  const { phase } = snapshot;
  const names = (peers: readonly string[]): string => formatNames(peers.map(nameOf));
  const say = (title: string, detail: string, tone: PhaseTone, sinceMs?: number): PhaseWords => ({
    title, detail, tone, sinceMs,
  }); // prettier-ignore
  switch (phase.kind) {
    case 'starting':
      return say('Starting', `${capital(phase.doing)}.`, 'busy');
    case 'needs-file':
      return say('Needs a file', `This room trains on ${phase.name}: choose it on this device.`, 'warning');
    case 'connecting':
      if (phase.why !== undefined) return say('Connecting', phase.why, 'warning', phase.sinceMs);
      return phase.waitingFor.length > 0
        ? say('Connecting', `Waiting for ${names(phase.waitingFor)}.`, 'busy', phase.sinceMs)
        : say('Connecting', 'Opening links to the ring.', 'busy', phase.sinceMs);
    case 'lobby':
      return say(
        'Ready',
        snapshot.isHost ? 'Press Start when everyone is here.' : 'Waiting for the host to press Start.',
        'calm',
      );
    case 'healing':
      return say(
        'Catching up',
        `${capital(phase.why)}: ${progress(phase)}${phase.donors.length > 0 ? ` from ${names(phase.donors)}` : ''}. The ring goes on meanwhile.`,
        'busy',
      );
    case 'training':
      return phase.waitingFor
        ? say(
            'Waiting',
            `For ${nameOf(phase.waitingFor.peer)}: ${phase.waitingFor.what}. Progress is safe; without an answer the ring goes on alone.`,
            'warning',
            phase.waitingFor.sinceMs,
          )
        : say('Training', trainingDetail(snapshot), 'good');
    case 'regrouping':
      return say(
        'Regrouping',
        `${phase.lost.length > 0 ? `Without ${names(phase.lost)}: t` : 'T'}he members agree on a new ring. Progress is safe; only the step under way is done again.`,
        'warning',
        phase.sinceMs,
      );
    case 'no-quorum':
      return say(
        'Too few to go on',
        `${capital(phase.why)}.${missingWords(snapshot)} Progress is safe: the last state is kept, and training goes on when enough of them answer.`,
        'warning',
        phase.sinceMs,
      );
    case 'paused':
      return say('Paused', snapshot.isHost ? 'Press Resume to go on.' : 'Paused by the host.', 'calm');
    case 'finished':
      return say('Finished', `${capital(phase.why)}.`, 'good');
    case 'diverged':
      return say('Diverged', `${capital(phase.why)}. The last good state is kept.`, 'bad');
    case 'failed':
      return say('Stopped', phase.error.message, 'bad');
    case 'left':
      return say('Left', 'This tab is no longer part of the ring.', 'calm');
    default:
      return phase satisfies never;
  }
}

/** Who cannot be heard; empty when the roster does not know. */
function missingWords({ peers }: Snapshot): string {
  const missing = peers.filter(
    ({ rank, isSelf, state }) => rank !== undefined && !isSelf && (state === 'lost' || state === 'silent'),
  );
  return missing.length > 0 ? ` Missing: ${formatNames(missing.map(({ name }) => name))}.` : '';
}

function trainingDetail({ worldSize, config, step }: Snapshot): string {
  const of = config ? ` of ${config.steps.toLocaleString('en-US')}` : '';
  const who = worldSize === 1 ? 'one replica by itself' : `${worldSize} replicas as one`;
  return `Step ${step.toLocaleString('en-US')}${of}, ${who}.`;
}

function progress({ receivedBytes, totalBytes, behindSteps }: Extract<Phase, { kind: 'healing' }>): string {
  if (receivedBytes === totalBytes && behindSteps > 0)
    return `replaying ${behindSteps} ${behindSteps === 1 ? 'step' : 'steps'}`;
  return `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
}
