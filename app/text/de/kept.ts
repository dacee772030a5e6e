// The German text of: kept.
import type { keptText } from '../kept';

export const kept = {
  go: 'Fortsetzen',
  download: 'Herunterladen',
  forget: 'Vergessen',
  lastTrained: (device) => `Zuletzt trainiert auf ${device}.`,
  runNeedsData: (name, sha256) =>
    `Dieser Lauf braucht seine Daten: ${name}, deren Hash mit ${sha256} beginnt. Fehlen sie, so fragt der Raum danach.`,
  innerBeginsAnew:
    'Er hat mit lokalen Schritten trainiert. Die Datei hält die gemeinsamen Gewichte: Der innere Optimierer jedes Mitglieds beginnt von vorn, deshalb weichen die Verluste von denen eines Laufs ab, der nie angehalten hat.',
  heldBackAnew: 'Was der Codec zurückgehalten hat, steht nicht in der Datei.',
  roomNeedsData: (name, sha256) =>
    `Dieser Lauf braucht seine Daten: ${name}, deren Hash mit ${sha256} beginnt. Gib die Datei hier an; Mitglieder, denen sie fehlt, werden danach gefragt.`,
  endsAfterStep: 'Endet nach Schritt',
  back: 'Zurück',
  eachMemberBrings: 'Jedes Mitglied bringt eigene Beispiele mit: Der Raum fragt nach deinen.',
} satisfies typeof keptText;
