// The words of all lessons, in French.
import { fr as communicationWall } from './communication-wall/words.fr';
import { fr as effectiveBatch } from './effective-batch/words.fr';
import { fr as fewerBytes } from './fewer-bytes/words.fr';
import { fr as fuseAndOverlap } from './fuse-and-overlap/words.fr';
import { fr as oneModel } from './one-model/words.fr';
import { fr as peerDies } from './peer-dies/words.fr';
import { fr as talkLess } from './talk-less/words.fr';
import { fr as whenItStops } from './when-it-stops/words.fr';
import { fr as tables } from './view/words.fr';
import { lessons as common } from '../text/fr/lessons';

export const lessons = {
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
