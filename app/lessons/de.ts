// The words of all lessons in German, by area.
import { lessons as common } from '../text/de/lessons';
import type { Dictionary } from '../text/language';
import { de as communicationWall } from './communication-wall/words.de';
import { de as effectiveBatch } from './effective-batch/words.de';
import { de as fewerBytes } from './fewer-bytes/words.de';
import { de as fuseAndOverlap } from './fuse-and-overlap/words.de';
import { de as oneModel } from './one-model/words.de';
import { de as peerDies } from './peer-dies/words.de';
import { de as talkLess } from './talk-less/words.de';
import { de as whenItStops } from './when-it-stops/words.de';
import { de as tables } from './view/words.de';

export const lessons: Dictionary = {
  lessons: common,
  ...oneModel,
  ...effectiveBatch,
  ...communicationWall,
  ...fuseAndOverlap,
  ...fewerBytes,
  ...talkLess,
  ...peerDies,
  ...whenItStops,
  ...tables,
};
