// A phase in words: what happens, and which member it waits for. One sentence, never a code.
import { errorWords } from './error-words';
import { sayingWords } from './saying-words';
import type { Phase, Snapshot } from '../../../src/replica/protocol';
import type { Saying } from '../../../src/base/sayings';
import { capital, formatBytes, formatCount, formatNames, formatPercent } from './format';
import { participants, withoutAnswer, type Participants } from './participants';
import { textName } from './text-name';
import { phasesText } from '../../text/phases';

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
      return describe(phasesText.starting, `${begun(phase.doing, phase.says)}.`, 'busy');
    case 'needs-file':
      return snapshot.sharing?.receiving
        ? describe(phasesText.fetchingData, needsFileDetail(phase, snapshot), 'busy')
        : describe(phasesText.needsFile, needsFileDetail(phase, snapshot), 'warning');
    case 'connecting':
      if (phase.why !== undefined)
        return describe(phasesText.connecting, sayingWords(phase.why, phase.says), 'warning', phase.sinceMs);
      return phase.waitingFor.length > 0
        ? describe(phasesText.connecting, phasesText.waiting(names(phase.waitingFor)), 'busy', phase.sinceMs)
        : describe(phasesText.connecting, phasesText.openingLinksRing, 'busy', phase.sinceMs);
    case 'lobby':
      return describe(phasesText.ready, lobbyDetail(snapshot, here, demo), 'calm');
    case 'catching-up':
      return describe(
        phasesText.catchingUp,
        phasesText.ringGoesMeanwhile(
          begun(phase.why, phase.says),
          progress(phase),
          phase.donors.length > 0 ? phasesText.from(names(phase.donors)) : '',
        ),
        'busy',
      );
    case 'training':
      return phase.waitingFor
        ? describe(
            phasesText.waiting2,
            phasesText.progressSafe(
              nameOf(phase.waitingFor.peer),
              sayingWords(phase.waitingFor.what, phase.waitingFor.says),
              withoutAnswer(snapshot, phase.waitingFor.peer.split(', ')),
            ),
            'warning',
            phase.waitingFor.sinceMs,
          )
        : describe(phasesText.training, trainingDetail(snapshot, here, demo), 'good');
    case 'regrouping':
      return describe(
        phasesText.regrouping,
        phase.lost.length > 0 ? phasesText.membersAgreeWithout(names(phase.lost)) : phasesText.membersAgree,
        'warning',
        phase.sinceMs,
      );
    case 'no-quorum':
      return describe(
        phasesText.tooFewGo,
        phasesText.progressSafeLast(
          quorumWords(here),
          here.members === 2 ? phasesText.trainingGoesWhen : phasesText.trainingGoesWhenEnough,
        ),
        'warning',
        phase.sinceMs,
      );
    case 'paused':
      if (snapshot.room?.isEnded) return describe(phasesText.roomHasEnded, '', 'calm');
      return describe(
        phasesText.paused,
        snapshot.isHost ? phasesText.pressResumeGo : phasesText.pausedHost,
        'calm',
      );
    case 'finished':
      return describe(phasesText.finished, `${begun(phase.why, phase.says)}.`, 'good');
    case 'diverged':
      return describe(phasesText.diverged, phasesText.lastGoodState(begun(phase.why, phase.says)), 'bad');
    case 'failed':
      return describe(phasesText.stopped, errorWords(phase.error), 'bad');
    case 'left':
      return describe(
        hasRoomEnded(phase) ? phasesText.roomHasEnded : phasesText.left,
        phase.why === undefined ? phasesText.tabNoLonger : `${begun(phase.why, phase.says)}.`,
        'calm',
      );
    default:
      return phase satisfies never;
  }
}

/** The host ended the room for all (H13). */
export function hasRoomEnded(phase: Phase): boolean {
  return phase.kind === 'left' && phase.says?.code === 'room-ended';
}

/** How many members can be heard, and which cannot. */
function quorumWords({ now = 0, members, missing }: Participants): string {
  const counts = phasesText.onlyMembersCan(formatCount(now), formatCount(members));
  return missing.length > 0
    ? phasesText.missing(counts, formatNames(missing.map(({ name }) => name)))
    : counts;
}

function lobbyDetail({ isHost }: Snapshot, { now = 0 }: Participants, demo: Demo | undefined): string {
  if (!demo) return isHost ? phasesText.pressStartWhen : phasesText.waitingHostPress;
  if (now < demo.replicas) return phasesText.replicasHere(formatCount(now), formatCount(demo.replicas));
  return phasesText.allReplicasHere;
}

function trainingDetail(
  { config, step }: Snapshot,
  { now = 0, catchingUp }: Participants,
  demo: Demo | undefined,
): string {
  const of = config ? phasesText.of(formatCount(config.steps)) : '';
  const who = now === 1 ? phasesText.oneReplicaItself : phasesText.replicasOne(formatCount(now));
  const others =
    catchingUp.length > 0
      ? phasesText.catchingUp2(formatNames(catchingUp.map(({ name }) => name)), catchingUp.length)
      : '';
  const device = demo && now > 1 ? phasesText.theyShareDevice : '';
  return phasesText.step(formatCount(step), of, who, others, device);
}

function progress({
  receivedBytes,
  totalBytes,
  behindSteps,
}: Extract<Phase, { kind: 'catching-up' }>): string {
  if (receivedBytes === totalBytes && behindSteps > 0)
    return phasesText.replaying(formatCount(behindSteps), behindSteps);
  return phasesText.of2(formatBytes(receivedBytes), formatBytes(totalBytes));
}

/** The words as the beginning of a sentence, without a full stop. */
function begun(text: string, says: Saying | undefined): string {
  return capital(sayingWords(text, says), says?.given).replace(/\.$/, '');
}

function needsFileDetail(phase: Extract<Phase, { kind: 'needs-file' }>, { sharing }: Snapshot): string {
  const { sha256, own } = phase;
  const name = textName(phase);
  if (own) return phasesText.eachMemberBrings;
  const { receiving, offer } = sharing ?? {};
  if (receiving && offer)
    return receiving.isLinked
      ? phasesText.comesFromMembers(name, formatPercent(receiving.bytes / offer.bytes, 0))
      : phasesText.waitingLinkMember(name);
  return offer?.sha256 === sha256 ? phasesText.roomTrainsMembers(name) : phasesText.roomTrainsChoose(name);
}
