// The German text of: page.
import type { pageText } from '../page';

export const page = {
  room: (code) => `Raum ${code}`,
  demoRing: 'Demo-Ring',
  console: (value) => `Konsole: ${value}`,
  demoRing2: 'Demo-Ring',
  invite: 'Einladen',
  resumeDisplay: 'Anzeige fortsetzen',
  pauseDisplay: 'Anzeige anhalten',
  startingReplica: 'Diese Replik startet …',
  startAgain: 'Neu starten',
  joinAgain: 'Wieder beitreten',
  backStart: 'Zurück zum Anfang',
  endDemo: 'Demo beenden',
  leaveRing: 'Ring verlassen',
  loss: 'Verlust',
  model: 'Modell',
  ring: 'Ring',
  batchTime: 'Batch und Zeit',
  curves: 'Kurven',
  playground: 'Spielwiese',
  network: 'Netzwerk',
  timeline: 'Zeitleiste',
  people: 'Leute',
  league: 'Liga',
  you: 'Du',
  log: 'Protokoll',
  all: 'Alles',
  panels: 'Bereiche',
  tryTrainedModel:
    'Probiere ein trainiertes Modell aus: Lass es schreiben, zeichne ihm etwas vor, sieh, was es verwechselt, und vergleiche es mit dem Modell vor dem Training.',
} satisfies typeof pageText;
