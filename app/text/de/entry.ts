// The German text of: entry.
import type { entryText } from '../entry';

export const entry = {
  openElsewhere:
    'Dieser Raum ist in einem anderen Tab dieses Browsers offen. Hier kämst du als weitere Replik hinein, mit einem eigenen Namen.',
  awaitsSavedRun:
    'Dieser Raum sollte mit einem gespeicherten Lauf weitermachen, und diese Seite hat dessen Datei nicht mehr. Geh hinein und wähle sie noch einmal unter „Gespeicherten Lauf fortsetzen\u00a0…“: Sonst beginnt der Lauf neu.',
  localNetwork: 'Lokales Netzwerk',
  asking: 'Fragt diesen Browser …',
  networkGranted: 'Dieser Browser lässt diese Seite Geräte im lokalen Netzwerk erreichen.',
  networkPrompt:
    'Dieser Browser hat noch nicht gefragt, ob diese Seite Geräte im lokalen Netzwerk erreichen darf. Manche Versionen fragen, wenn die erste Verbindung entsteht.',
  networkDenied:
    'Dieser Browser lässt diese Seite keine Geräte im lokalen Netzwerk erreichen. Verbindungen zu ihnen gehen dann vielleicht über den Raumserver: langsamer, aber es geht.',
  networkUnknown: 'Dieser Browser sagt nicht, ob diese Seite Geräte im lokalen Netzwerk erreichen darf.',
  ifAsks: (browser) =>
    `Wenn ${browser} fragt, ob diese Seite Geräte im lokalen Netzwerk erreichen darf, erlaube es: Dann können Verbindungen direkt sein.`,
  thisBrowser: 'dieser Browser',
  allowChrome: (browser) =>
    `In ${browser}: Klick auf das Symbol links neben der Adresse, stell „Lokales Netzwerk“ auf „Zulassen“, und lade diese Seite neu.`,
  allowFirefox:
    'In Firefox: Klick auf das Symbol für Berechtigungen links neben der Adresse, heb die Sperre des lokalen Netzwerks auf, lade diese Seite neu, und erlaube es, wenn Firefox fragt.',
  allowOther:
    'Erlaube dieser Seite das lokale Netzwerk in den Einstellungen dieses Browsers, und lade die Seite neu.',
  allowMac:
    'Unter macOS entscheidet auch das System: In Systemeinstellungen → Datenschutz & Sicherheit → Lokales Netzwerk muss dieser Browser eingeschaltet sein.',
} satisfies typeof entryText;
