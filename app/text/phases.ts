// The text of: phases.
import { area, plural } from './language';

export const phasesText = area('phases', {
  // phase-words
  starting: 'Starting',
  fetchingData: 'Fetching the data',
  needsFile: 'Needs a file',
  eachMemberBrings: 'Each member brings its own examples here: choose yours.',
  connecting: 'Connecting',
  waiting: (waitingFor: string) => `Waiting for ${waitingFor}.`,
  openingLinksRing: 'Opening links to the ring.',
  ready: 'Ready',
  catchingUp: 'Catching up',
  ringGoesMeanwhile: (why: string, progress: string, value: string) =>
    `${why}: ${progress}${value}. The ring goes on meanwhile.`,
  from: (donors: string) => ` from ${donors}`,
  waiting2: 'Waiting',
  progressSafe: (peer: string, what: string, withoutAnswer: string) =>
    `For ${peer}: ${what}. Progress is safe; ${withoutAnswer}.`,
  training: 'Training',
  regrouping: 'Regrouping',
  membersAgree: 'The members agree on a new ring. Progress is safe; only the step under way is done again.',
  membersAgreeWithout: (lost: string) =>
    `Without ${lost}: the members agree on a new ring. Progress is safe; only the step under way is done again.`,
  tooFewGo: 'Too few to go on',
  progressSafeLast: (quorum: string, value: string) =>
    `${quorum} Progress is safe: the last state is kept, and ${value}.`,
  trainingGoesWhen: 'training goes on when it answers, or soon with this replica alone',
  trainingGoesWhenEnough: 'training goes on when enough of them answer',
  paused: 'Paused',
  pressResumeGo: 'Press Resume to go on.',
  pausedHost: 'Paused by the host.',
  finished: 'Finished',
  diverged: 'Diverged',
  stopped: 'Stopped',
  roomHasEnded: 'The room has ended',
  left: 'Left',
  lastGoodState: (why: string) => `${why}. The last good state is kept.`,
  tabNoLonger: 'This tab is no longer part of the ring.',
  onlyMembersCan: (now: string, members: string) => `Only ${now} of ${members} members can be heard.`,
  missing: (counts: string, missing: string) => `${counts} Missing: ${missing}.`,
  pressStartWhen: 'Press Start when everyone is here.',
  waitingHostPress: 'Waiting for the host to press Start.',
  replicasHere: (now: string, replicas: string) => `${now} of ${replicas} replicas are here.`,
  allReplicasHere: 'All replicas are here: press Start.',
  of: (steps: string) => ` of ${steps}`,
  oneReplicaItself: 'one replica by itself',
  replicasOne: (now: string) => `${now} replicas as one`,
  catchingUp2: (names: string, count: number) =>
    ` ${names} ${plural(count, { one: 'is', other: 'are' })} catching up.`,
  theyShareDevice: ' They share this device.',
  step: (step: string, of: string, who: string, others: string, device: string) =>
    `Step ${step}${of}, ${who}.${others}${device}`,
  replaying: (behindSteps: string, behindSteps2: number) =>
    `replaying ${behindSteps} ${plural(behindSteps2, { one: 'step', other: 'steps' })}`,
  of2: (receivedBytes: string, totalBytes: string) => `${receivedBytes} of ${totalBytes}`,
  comesFromMembers: (name: string, value: string) => `${name} comes from the members of this room: ${value}.`,
  waitingLinkMember: (name: string) => `Waiting for a link to a member who has ${name}.`,
  roomTrainsMembers: (name: string) => `This room trains on ${name}: its members can send it to you.`,
  roomTrainsChoose: (name: string) => `This room trains on ${name}: choose it on this device.`,

  // participants
  missing2: 'missing',
  notHeard: 'not heard',
  catchingUp3: 'catching up',
  joining: 'joining',
  linked: 'linked',
  connecting2: 'connecting',
  notLinkedYet: 'not linked yet',
  door: 'at the door',
  withoutAnswerToo: 'without an answer too few are left, and the ring stops until enough of them answer',
  withoutAnswerOther: (count: string) => `without an answer the other ${count} go on`,
  withoutAnswerReplica: 'without an answer this replica goes on alone',
  withoutAnswerReplicaSoon: 'without an answer this replica soon goes on alone, as a lineage of its own',
  of3: (now: string, members: string) => `${now} of ${members}`,

  // lockstep-words
  notRingYet: 'Not in the ring yet',
  notCompared: 'Not compared',
  notRing: 'Not in the ring',
  lockstep: 'In lockstep ✓',
  comparing: 'Comparing …',
  outLockstep: 'Out of lockstep ✗',
  alone: 'Alone',

  // peer-names
  peer: (idOrName: string) => `peer ${idOrName}`,

  // mark-words
  step2: (words: string, step: string, effect: string) => `${words}, step ${step}: ${effect}`,
  aboutStep: (words: string, step: string, effect: string) => `${words}, about step ${step}: ${effect}`,
  measuring: 'measuring …',
  lossNoHigher: 'the loss is no higher',
  lossWithinNoise: 'the loss differs no more than from step to step',
  tooFewSteps: 'too few steps to tell',
  loss: (before: string, after: string) => `loss ${before} → ${after}`,
});
