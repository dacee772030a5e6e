// The parts of a room's screen that are not on its first sight: each one's code and words come when it is shown first.
import { withWords } from '../bridge/session/page-language';
import { lazyPart } from '../ui/lazy-part';

export const AccuracyPanel = lazyPart(
  async () => (await withWords(import('../panels/charts/accuracy-panel'))).AccuracyPanel,
);
export const ActivityPanel = lazyPart(
  async () => (await withWords(import('../panels/activity/activity-panel'))).ActivityPanel,
);
export const ChangesPanel = lazyPart(
  async () => (await withWords(import('../panels/activity/changes-panel'))).ChangesPanel,
);
export const ClassKeeper = lazyPart(
  async () => (await withWords(import('../panels/question/class-keeper'))).default,
  { isQuiet: true },
);
export const CommunicationPanel = lazyPart(
  async () => (await withWords(import('../panels/ring/communication-panel'))).CommunicationPanel,
);
export const FinishPanel = lazyPart(
  async () => (await withWords(import('../panels/host/finish-panel'))).FinishPanel,
);
export const HostAway = lazyPart(async () => (await withWords(import('../panels/host/host-away'))).default, {
  isQuiet: true,
});
export const KeepPanel = lazyPart(
  async () => (await withWords(import('../panels/host/keep-panel'))).KeepPanel,
);
export const LeaguePanel = lazyPart(
  async () => (await withWords(import('../panels/league/league-panel'))).default,
);
export const LearningRatePanel = lazyPart(
  async () => (await withWords(import('../panels/charts/learning-rate-panel'))).LearningRatePanel,
);
export const LivePlayground = lazyPart(
  async () => (await withWords(import('../panels/playground/live-playground'))).default,
);
export const MyPrediction = lazyPart(
  async () => (await withWords(import('../panels/question/question-card'))).MyPrediction,
);
export const NeedsFilePanel = lazyPart(
  async () => (await withWords(import('../panels/host/needs-file-panel'))).NeedsFilePanel,
);
export const QuestionCard = lazyPart(
  async () => (await withWords(import('../panels/question/question-card'))).default,
  { isQuiet: true },
);
export const RosterPanel = lazyPart(
  async () => (await withWords(import('../panels/ring/roster-panel'))).RosterPanel,
);
export const RunPanel = lazyPart(async () => (await withWords(import('../panels/host/run-panel'))).RunPanel);
export const ScalingPanel = lazyPart(
  async () => (await withWords(import('../panels/charts/scaling-panel'))).ScalingPanel,
);
export const SendData = lazyPart(async () => (await withWords(import('../panels/host/send-data'))).SendData);
export const ShareCard = lazyPart(
  async () => (await withWords(import('../panels/host/share-card'))).ShareCard,
);
export const TimelinePanel = lazyPart(
  async () => (await withWords(import('../panels/timeline/timeline-panel'))).default,
);
export const WhatIfPanel = lazyPart(
  async () => (await withWords(import('../panels/ring/what-if-panel'))).WhatIfPanel,
);
export const YouPanel = lazyPart(async () => (await withWords(import('../panels/ring/you-panel'))).YouPanel);

/** The parts of a room before its first step. */
export const Gathering = lazyPart(async () => (await withWords(import('./gathering'))).Gathering);

/** Guests never show it. */
export const Console = lazyPart(async () => (await withWords(import('./console'))).default);
