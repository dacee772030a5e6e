// The German text of: start.
import type { startText } from '../start';

export const start = {
  loadingWhatCan: 'Was man trainieren kann, wird geladen …',
  tryAgain: 'Erneut versuchen',
  opening: 'Wird geöffnet …',
  openRoom: 'Den Raum öffnen',
  compute: 'Rechnen auf',
  whoCanCome: 'Wer hereinkann',
  openCodeEnough: 'Offen: Der Code genügt',
  privateWholeLink: 'Privat: nur der ganze Link',
  goSavedRun: 'Mit einem gespeicherten Lauf weitermachen',
  goNewRoom: 'In einem neuen Raum weitermachen',
  or: 'Oder',
  playSavedRun: 'spiele mit einem gespeicherten Lauf',
  withoutRoom: ', ohne Raum.',
  replicasTrainHere: (members, step) => `${members} Repliken trainieren hier: Schritt ${step} `,
  play: 'Abspielen',
  stop: 'Anhalten',
  picture: '(das Bild)',
  engineCouldNot: 'Die Engine ließ sich nicht laden, vielleicht weil die Verbindung abbrach.',
} satisfies typeof startText;
