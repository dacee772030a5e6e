// The parts of a room's screen that are not on its first sight: each one's code and words come when it is shown first. What the
// lobby shows is there already (gathering.tsx): nobody loads it from here, and the build refuses such an import (vite.config.ts).
import { withWords } from '../bridge/session/page-language';
import { lazyPart } from '../ui/lazy-part';

export const AccuracyPanel = lazyPart(
  async () => (await withWords(import('../panels/charts/accuracy-panel'))).AccuracyPanel,
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
export const ScalingPanel = lazyPart(
  async () => (await withWords(import('../panels/charts/scaling-panel'))).ScalingPanel,
);
export const SendData = lazyPart(async () => (await withWords(import('../panels/host/send-data'))).SendData);
export const TimelinePanel = lazyPart(
  async () => (await withWords(import('../panels/timeline/timeline-panel'))).default,
);
export const WhatIfPanel = lazyPart(
  async () => (await withWords(import('../panels/ring/what-if-panel'))).WhatIfPanel,
);

/** Guests never show it. */
export const Console = lazyPart(async () => (await withWords(import('./console'))).default);
