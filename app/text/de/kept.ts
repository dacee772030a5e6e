// The German text of: kept.
import type { keptText } from '../kept';

export const kept = {
  go: 'Fortsetzen',
  download: 'Herunterladen',
  forget: 'Vergessen',
  lastTrained: (device) => `Zuletzt trainiert auf ${device}.`,
  runNeedsData: (name, sha256) =>
    `Dieser Lauf braucht seine Daten: ${name}, deren Hash mit ${sha256} beginnt. Fehlen sie, so fragt der Raum danach.`,
  endsAfterStep: 'Endet nach Schritt',
  back: 'Zurück',
  eachMemberBrings: 'Jedes Mitglied bringt eigene Beispiele mit: Der Raum fragt nach deinen.',
} satisfies typeof keptText;
