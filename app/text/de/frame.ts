// The German text of: frame.
import type { frameText } from '../frame';

export const frame = {
  skipContent: 'Zum Inhalt springen',
  lockstep: 'Lockstep',
  everyTabHolds: 'Jeder Tab hält das ganze Modell; alle halten dieselben Bits.',
  stillInRoom: (room) => `Dieser Tab ist noch im Raum ${room}.`,
  backToRoom: 'Zurück zum Raum',
  lessons: 'Lektionen',
  checkDevice: 'Dieses Gerät prüfen',
  networkCalculator: 'Netzwerkrechner',
  privacy: 'Datenschutz',
  network: 'Für die Netzwerkverwaltung',
  themeAuto: 'Farben: automatisch',
  themeLight: 'Farben: hell',
  themeDark: 'Farben: dunkel',
  language: 'Sprache',
  languageFailed: (language) =>
    `${language} konnte nicht geladen werden, darum sind nicht alle Wörter darin. Wählen Sie es noch einmal.`,
  loading: 'Wird geladen …',
  nothingHere: 'Hier ist nichts',
  nothingAddress: 'Unter dieser Adresse ist nichts',
  linkMayCut: (roomPath) =>
    `Der Link ist vielleicht abgeschnitten. Der Link eines Raums sieht so aus: ${roomPath}.`,
  start: 'Zum Anfang',
  trouble: 'Störung',
} satisfies typeof frameText;
