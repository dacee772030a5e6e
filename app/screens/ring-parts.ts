// The parts of a room's screen that are not on its first sight: each one's code and words come when it is shown first. What the
// lobby shows is there already (gathering.tsx): nobody loads it from here, and the build refuses such an import (vite.config.ts).
import type { ComponentType } from 'react';
import { withWords } from '../bridge/session/page-language';
import { lazyPart } from '../ui/lazy-part';

/** Takes no space before it is there. */
const quiet = { isQuiet: true };

/** The part that a module exports under this name, with its words. */
function part<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  options = {},
): ComponentType<Props> {
  return lazyPart(async () => (await withWords(load()))[name], options);
}

export const AccuracyPanel = part(() => import('../panels/charts/accuracy-panel'), 'AccuracyPanel');
export const ChangesPanel = part(() => import('../panels/activity/changes-panel'), 'ChangesPanel');
export const ClassKeeper = part(() => import('../panels/question/class-runs'), 'ClassKeeper', quiet);
export const CommunicationPanel = part(
  () => import('../panels/ring/communication-panel'),
  'CommunicationPanel',
);
export const Finished = part(() => import('./finished'), 'Finished');
export const WaysOn = part(() => import('./ways-on'), 'WaysOn');
export const HostAway = part(() => import('../panels/host/host-away'), 'default', quiet);
export const GuestPhone = part(() => import('./guest-phone'), 'default');
export const LeaguePanel = part(() => import('../panels/league/league-panel'), 'default');
export const LearningRatePanel = part(
  () => import('../panels/charts/learning-rate-panel'),
  'LearningRatePanel',
);
export const LivePlayground = part(() => import('../panels/playground/live-playground'), 'default');
export const MyPrediction = lazyPart(
  async () => (await withWords(import('../panels/question/question-card'))).MyPrediction,
);
export const NeedsBasePanel = part(() => import('../panels/host/needs-base-panel'), 'NeedsBasePanel');
export const NeedsFilePanel = part(() => import('../panels/host/needs-file-panel'), 'NeedsFilePanel');
export const QuestionCard = part(() => import('../panels/question/question-card'), 'default', quiet);
export const RosterPanel = part(() => import('../panels/ring/roster-panel'), 'RosterPanel');
export const ScalingPanel = part(() => import('../panels/charts/scaling-panel'), 'ScalingPanel');
export const SendData = part(() => import('../panels/host/send-data'), 'SendData');
export const TimelinePanel = part(() => import('../panels/timeline/timeline-panel'), 'default');
export const WhatIfPanel = part(() => import('../panels/ring/what-if-panel'), 'WhatIfPanel');

/** Guests never show it. */
export const Console = part(() => import('./console'), 'default');
