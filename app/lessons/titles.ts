// The lessons in their order, by name: what the index shows before any of them is loaded.
import type { LessonId } from './core/lesson';
import { lessonsText } from '../text/lessons';

export const lessonTitles: Readonly<Record<LessonId, { readonly title: string; readonly promise: string }>> =
  {
    'one-model': {
      get title() {
        return lessonsText.oneModelMany;
      },
      get promise() {
        return lessonsText.fourReplicasShare;
      },
    },
    'effective-batch': {
      get title() {
        return lessonsText.effectiveBatch;
      },
      get promise() {
        return lessonsText.moreReplicasMake;
      },
    },
    'communication-wall': {
      get title() {
        return lessonsText.communicationWall;
      },
      get promise() {
        return lessonsText.howLongStep;
      },
    },
    'fuse-and-overlap': {
      get title() {
        return lessonsText.fuseOverlap;
      },
      get promise() {
        return lessonsText.manySmallSums;
      },
    },
    'fewer-bytes': {
      get title() {
        return lessonsText.fewerBytes;
      },
      get promise() {
        return lessonsText.gradientCanSent;
      },
    },
    'talk-less': {
      get title() {
        return lessonsText.talkLess;
      },
      get promise() {
        return lessonsText.replicasTrainAlone;
      },
    },
    'peer-dies': {
      get title() {
        return lessonsText.peerDies;
      },
      get promise() {
        return lessonsText.deviceDropsOut;
      },
    },
    'when-it-stops': {
      get title() {
        return lessonsText.whenStops;
      },
      get promise() {
        return lessonsText.memoryCommunication;
      },
    },
  };

export const lessonIds = Object.keys(lessonTitles) as readonly LessonId[];
