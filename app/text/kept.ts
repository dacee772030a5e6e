// The text of: kept.
import { area } from './language';

export const keptText = area('kept', {
  go: 'Go on',
  download: 'Download',
  forget: 'Forget',
  lastTrained: (device: string) => `Last trained on ${device}.`,
  runNeedsData: (name: string, sha256: string) =>
    `This run needs its data: ${name}, whose hash begins ${sha256}. Without it the room asks for it.`,
  eachMemberBrings: 'Each member brings its own examples: the room asks for yours.',
  endsAfterStep: 'Ends after step',
  back: 'Back',
});
