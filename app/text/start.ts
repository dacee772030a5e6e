// The text of: start.
import { area } from './language';

export const startText = area('start', {
  // start-room
  loadingWhatCan: 'Loading what can be trained …',
  tryAgain: 'Try again',
  opening: 'Opening …',
  openRoom: 'Open the room',
  compute: 'Compute on',
  whoCanCome: 'Who can come in',
  openCodeEnough: 'Open: the code is enough',
  privateWholeLink: 'Private: the whole link',

  // resume-run
  goSavedRun: 'Go on with a saved run',
  goNewRoom: 'Go on in a new room',
  or: 'Or',
  playSavedRun: 'play with a saved run',
  withoutRoom: ', without a room.',

  // live-ring
  replicasTrainHere: (members: string, step: string) => `${members} replicas train here: step ${step} `,
  play: 'Play',
  stop: 'Stop',
  picture: 'the picture',

  // open-room
  engineCouldNot: 'The engine could not be loaded, perhaps because the connection dropped.',
});
