// The text of: frame.
import { area } from './language';

export const frameText = area('frame', {
  // frame
  skipContent: 'Skip to the content',
  lockstep: 'Lockstep',
  everyTabHolds: 'Every tab holds the whole model; all hold the same bits.',
  stillInRoom: (room: string) => `This tab is still in room ${room}.`,
  backToRoom: 'Back to the room',
  lessons: 'Lessons',
  checkDevice: 'Check this device',
  networkCalculator: 'Network calculator',
  privacy: 'Privacy',
  network: 'For network administrators',
  themeAuto: 'Theme: auto',
  themeLight: 'Theme: light',
  themeDark: 'Theme: dark',
  language: 'Language',
  languageFailed: (language: string) =>
    `${language} could not be loaded, so not all words are in it. Choose it again.`,
  loading: 'Loading …',
  nothingHere: 'Nothing here',
  nothingAddress: 'Nothing is at this address',
  linkMayCut: (roomPath: string) => `The link may be cut short. A room’s link looks like ${roomPath}.`,
  start: 'To the start',

  // error-boundary
  trouble: 'Trouble',
});
