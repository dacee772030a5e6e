// A phase in words: what happens, and which member it waits for. One sentence, never a code.
import { plural, t } from '@lingui/core/macro';
import { valuesOf, type Saying } from '../../../src/base/sayings';
import { demoSteps } from './demo-steps';
import { sayingWords } from './saying-words';
import type { Phase, Snapshot, ReplicaError } from '../../../src/replica/protocol';
import { capital, formatBytes, formatCount, formatNames, formatPercent } from './format';
import { participants, withoutAnswer, type Participants } from './participants';
import { textName } from './text-name';
import { language } from '../../words/language';
import { troubleWords } from './trouble';

type PhaseTone = 'calm' | 'busy' | 'good' | 'warning' | 'bad';

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
    title,
    detail,
    tone,
    sinceMs,
  });
  switch (phase.kind) {
    case 'starting':
      return describe(t`Starting`, `${begun(phase.doing)}.`, 'busy');
    case 'needs-file':
      return snapshot.sharing?.receiving
        ? describe(t`Fetching the data`, needsFileDetail(phase, snapshot), 'busy')
        : describe(t`Needs a file`, needsFileDetail(phase, snapshot), 'warning');
    case 'connecting':
      if (phase.why !== undefined)
        return describe(t`Connecting`, sayingWords(phase.why), 'warning', phase.sinceMs);
      return phase.waitingFor.length > 0
        ? describe(
            t`Connecting`,
            t`Waiting for ${{ waitingFor: names(phase.waitingFor) }}.`,
            'busy',
            phase.sinceMs,
          )
        : describe(t`Connecting`, t`Opening links to the ring.`, 'busy', phase.sinceMs);
    case 'lobby':
      return describe(t`Ready`, lobbyDetail(snapshot, here, demo), 'calm');
    case 'catching-up':
      return describe(
        t`Catching up`,
        catchingUpDetail(begun(phase.why), progress(phase), names(phase.donors)),
        'busy',
      );
    case 'training':
      return phase.waitingFor
        ? describe(
            t`Waiting`,
            t`For ${{ peer: nameOf(phase.waitingFor.peer) }}: ${{ what: sayingWords(phase.waitingFor.what) }}. Progress is safe; ${{ withoutAnswer: withoutAnswer(snapshot, phase.waitingFor.peer.split(', ')) }}.`,
            'warning',
            phase.waitingFor.sinceMs,
          )
        : describe(t`Training`, trainingDetail(snapshot, here, demo), 'good');
    case 'regrouping':
      return describe(
        t`Regrouping`,
        phase.lost.length > 0
          ? t`Without ${{ lost: names(phase.lost) }}: the members agree on a new ring. Progress is safe; only the step under way is done again.`
          : t`The members agree on a new ring. Progress is safe; only the step under way is done again.`,
        'warning',
        phase.sinceMs,
      );
    case 'no-quorum':
      return describe(
        t`Too few to go on`,
        `${quorumWords(here)} ${goesOnWords(here)}`,
        'warning',
        phase.sinceMs,
      );
    case 'paused':
      if (snapshot.room?.isEnded) return describe(t`The room has ended`, '', 'calm');
      return describe(
        t`Paused`,
        snapshot.isHost ? t`Press Resume to go on.` : t`Paused by the host.`,
        'calm',
      );
    case 'finished':
      return describe(t`Finished`, `${begun(phase.why)}.`, 'good');
    case 'diverged':
      return describe(t`Diverged`, t`${{ why: begun(phase.why) }}. The last good state is kept.`, 'bad');
    case 'failed':
      return describe(t`Stopped`, errorWords(phase.error), 'bad');
    case 'left':
      return describe(
        hasRoomEnded(phase) ? t`The room has ended` : t`Left`,
        phase.why === undefined ? t`This tab is no longer part of the ring.` : `${begun(phase.why)}.`,
        'calm',
      );
    default:
      return phase satisfies never;
  }
}

/** The host ended the room for all (H13). */
export function hasRoomEnded(phase: Phase): boolean {
  return phase.kind === 'left' && phase.why?.code === 'room-ended';
}

/** `donors`: their names; empty: nobody gives yet. */
function catchingUpDetail(why: string, so: string, donors: string): string {
  return donors === ''
    ? t`${why}: ${so}. The ring goes on meanwhile.`
    : t`${why}: ${so} from ${donors}. The ring goes on meanwhile.`;
}

/** How many members can be heard, and which cannot. */
function quorumWords({ now = 0, members, missing }: Participants): string {
  const [heard, all] = [formatCount(now), formatCount(members)];
  const counts = plural(now, {
    one: `Only ${heard} of ${all} members can be heard.`,
    other: `Only ${heard} of ${all} members can be heard.`,
  });
  return missing.length > 0
    ? `${counts} ${t`Missing: ${{ names: formatNames(missing.map(({ name }) => name)) }}.`}`
    : counts;
}

function goesOnWords({ members }: Participants): string {
  return members === 2
    ? t`Progress is safe: the last state is kept, and training goes on when it answers, or soon with this replica alone.`
    : t`Progress is safe: the last state is kept, and training goes on when enough of them answer.`;
}

function lobbyDetail({ isHost }: Snapshot, { now = 0 }: Participants, demo: Demo | undefined): string {
  if (!demo) return isHost ? t`Press Start when everyone is here.` : t`Waiting for the host to press Start.`;
  if (now < demo.replicas)
    return t`${{ here: formatCount(now) }} of ${{ replicas: formatCount(demo.replicas) }} replicas ${plural(now, { one: 'is', other: 'are' })} here.`;
  return t`All replicas are here: press Start.`;
}

function trainingDetail(
  { config, step }: Snapshot,
  { now = 0, catchingUp }: Participants,
  demo: Demo | undefined,
): string {
  const at = formatCount(step);
  const who = now === 1 ? t`one replica by itself` : t`${{ now: formatCount(now) }} replicas as one`;
  // A demo's limit is no aim.
  const hasAim = config && !(demo && config.steps >= demoSteps);
  const sentences = [
    hasAim ? t`Step ${at} of ${{ steps: formatCount(config.steps) }}, ${who}.` : t`Step ${at}, ${who}.`,
  ];
  if (catchingUp.length > 0)
    sentences.push(
      t`${{ names: formatNames(catchingUp.map(({ name }) => name)) }} ${plural({ length: catchingUp.length }, { one: 'is', other: 'are' })} catching up.`,
    );
  if (demo && now > 1) sentences.push(t`They share this device.`);
  return sentences.join(' ');
}

function progress({
  receivedBytes,
  totalBytes,
  behindSteps,
}: Extract<Phase, { kind: 'catching-up' }>): string {
  if (receivedBytes === totalBytes && behindSteps > 0)
    return t`replaying ${{ behindSteps: formatCount(behindSteps) }} ${plural({ behindSteps2: behindSteps }, { one: 'step', other: 'steps' })}`;
  return t`${{ receivedBytes: formatBytes(receivedBytes) }} of ${{ totalBytes: formatBytes(totalBytes) }}`;
}

/** The words as the beginning of a sentence, without a full stop. */
function begun(saying: Saying): string {
  return capital(sayingWords(saying), Object.values(valuesOf(saying))).replace(/\.$/, '');
}

function needsFileDetail(phase: Extract<Phase, { kind: 'needs-file' }>, { sharing }: Snapshot): string {
  const { sha256, own } = phase;
  const name = textName(phase);
  if (own) return t`Each member brings its own examples here: choose yours.`;
  const { receiving, offer } = sharing ?? {};
  if (receiving && offer)
    return receiving.isLinked
      ? t`${name} comes from the members of this room: ${{ value: formatPercent(receiving.bytes / offer.bytes, 0) }}.`
      : t`Waiting for a link to a member who has ${name}.`;
  return offer?.sha256 === sha256
    ? t`This room trains on ${name}: its members can send it to you.`
    : t`This room trains on ${name}: choose it on this device.`;
}

/** A replica's error in words. One without a sentence in the page's language is described by what its kind means. */
export function errorWords({ code, says }: ReplicaError): string {
  const isSaid = says.code !== 'unexpected' || language() === 'en';
  return isSaid ? sayingWords(says) : troubleWords(code).what;
}
