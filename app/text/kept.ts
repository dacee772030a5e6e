// The text of: kept.
import { area } from './language';

export const keptText = area('kept', {
  go: 'Go on',
  download: 'Download',
  forget: 'Forget',
  lastTrained: (device: string) => `Last trained on ${device}.`,
  runNeedsData: (name: string, sha256: string) =>
    `This run needs its data: ${name}, whose hash begins ${sha256}. Without it the room asks for it.`,
  roomNeedsData: (name: string, sha256: string) =>
    `This run needs its data: ${name}, whose hash begins ${sha256}. Give the file here; members who lack it are asked for it.`,
  eachMemberBrings: 'Each member brings its own examples: the room asks for yours.',
  innerBeginsAnew:
    'It trained with local steps. The file holds the weights of all: each member’s inner optimizer begins anew, so losses differ from those of a run that never stopped.',
  heldBackAnew: 'What the codec held back is not in the file.',
  endsAfterStep: 'Ends after step',
  back: 'Back',
});
