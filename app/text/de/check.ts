// The German text of: check.
import type { checkText } from '../check';

export const check = {
  good: 'Gut',
  limited: 'Eingeschränkt',
  failed: 'Gescheitert',
  notYetKnown: 'Noch nicht bekannt',
  checkDevice: 'Dieses Gerät prüfen',
  openPageMachines: 'Öffne diese Seite auf den Rechnern und in dem Netzwerk, die die Klasse benutzen wird.',
  trainRealTwo: 'Hier mit zwei Repliken echt trainieren',
  checkAgain: 'Erneut prüfen',
  print: 'Drucken',
  whoeverRunsNetwork: 'Für alle, die das Netzwerk betreuen:',
  whatMustAllow: 'was es erlauben muss, auf einer Seite zum Drucken',
  startServerNpm: 'Starte den Server mit: npm start -- --https',
  address: 'Diese Adresse',
  browsersLetDevice: 'Unter dieser Adresse lassen Browser dieses Gerät WebGPU benutzen.',
  browsersGiveDevice:
    'Unter dieser Adresse geben Browser diesem Gerät keine GPU: Sie ist nur HTTP. Es kann auf seiner CPU trainieren.',
  addressOthers: 'Adresse für andere',
  waitingRoomServer: 'Wartet auf den Raumserver …',
  roomServerDid: 'Der Raumserver hat nicht gesagt, unter welcher Adresse andere ihn erreichen.',
  startServerThen: 'Starte den Server, dann prüfe noch einmal.',
  onlyMachineReaches: (publicUrl) => `Nur dieser Rechner erreicht den Server, unter ${publicUrl}.`,
  connectMachineNetwork:
    'Verbinde diesen Rechner mit einem Netzwerk, und starte den Server ohne HOST=127.0.0.1.',
  othersOpenPlain: (publicUrl) =>
    `Andere öffnen ${publicUrl}. Das ist nur HTTP: Ihre Browser geben ihnen keine GPU, darum trainieren sie auf ihrer CPU.`,
  othersOpenHttps: (publicUrl) =>
    `Andere öffnen ${publicUrl}. Das ist HTTPS: Ihre Browser können ihnen ihre GPU geben.`,
  graphicsCard: 'Grafikkarte',
  waitingAdapter: 'Wartet auf einen Adapter …',
  halfPrecisionNumbers: 'Zahlen halber Präzision',
  subgroups: 'Subgroups',
  extras: 'Extras',
  itHas: (found) => `Sie hat ${found}.`,
  and: ' und ',
  neitherHalfPrecision: 'Weder halbe Präzision noch Subgroups: langsamer, nicht anders.',
  engine: 'Engine',
  timingEnginesDevice: 'Die Engines dieses Geräts werden gemessen …',
  noneWorks: (message) => `Keine funktioniert: ${message}.`,
  updateBrowserGraphics: 'Aktualisiere den Browser und den Grafiktreiber, dann prüfe noch einmal.',
  answersRight: (engine) => `${engine} Die Antworten stimmen.`,
  roomServer: 'Raumserver',
  waiting: (what) => `Wartet auf ${what} …`,
  openedPrivateRoom: (tookMs) =>
    `Er hat für diese Prüfung einen privaten Raum geöffnet und zwei Mitglieder hereingelassen, in ${tookMs}.`,
  failed2: (why) => `Das ist gescheitert: ${why}.`,
  seeServerRuns: 'Sieh nach, ob der Server läuft und dieses Gerät online ist, dann prüfe noch einmal.',
  directLink: 'Direkte Verbindung',
  dataChannelFrom: 'Ein Datenkanal von diesem Gerät zu sich selbst öffnete sich',
  turnWebrtcBrowser:
    'Schalte in diesem Browser WebRTC ein; eine Firewall, ein VPN oder eine Erweiterung kann es sperren.',
  relay: 'Über den Server',
  linkThroughRoom: 'Eine Verbindung über den Raumserver und zurück öffnete sich',
  proxyBetweenMay: 'Ein Proxy dazwischen trennt vielleicht die Verbindung: Probiere diese Seite ohne ihn.',
  inWord: (opened, measured) => `${opened} in ${measured}.`,
  noneOpened: (why) => `Keine öffnete sich: ${why}.`,
  notTested: (why) => `Nicht geprüft: ${why}.`,
  waitingDirectLink: 'Wartet auf die direkte Verbindung …',
  noPathOpened: (value) => `Über UDP öffnete sich kein Weg.${value}`,
  linksDeviceGo:
    ' Verbindungen dieses Geräts gehen über den Raumserver: Das ist langsamer, aber es funktioniert.',
  askNetworks: 'Bitte die Netzwerkverwaltung, UDP zwischen den Geräten zu erlauben, oder nimm einen Hotspot.',
  notTestedThere: 'Nicht geprüft: Es gab keine direkte Verbindung zum Ansehen.',
  directLinkWorks: 'Die direkte Verbindung funktioniert; auf welchem Weg, sagt dieser Browser nicht.',
  to: (toUpperCase, local, remote) => `${toUpperCase}, ${local} zu ${remote}`,
  linkGoesThrough: (path) => `Die Verbindung geht über einen TURN-Server (${path}).`,
  directLinkReally: (path) => `Die direkte Verbindung hat es wirklich benutzt (${path}).`,
  directLinkWent: (path) => `Die direkte Verbindung kam ohne es aus (${path}).`,
  twoDevices: 'Zwei Geräte',
  guestSchoolNetworks:
    'Gäste- und Schulnetze halten Geräte oft voneinander getrennt, und ein Gerät allein kann das nicht sehen.',
  notTested2: (kept) => `Nicht geprüft. ${kept}`,
  openLinkSecond:
    'Öffne diesen Link auf einem zweiten Gerät, in dem Netzwerk, das die Klasse benutzen wird. Das Ergebnis erscheint hier.',
  notTestedNo: (kept) => `Nicht geprüft. ${kept} Kein anderes Gerät erreicht diese Adresse.`,
  cameNotTested: (browser) => `${browser} kam und wurde nicht geprüft: Der Raumserver war weg.`,
  cameWaiting: (browser, what) => `${browser} kam. Wartet auf ${what} …`,
  dataChannelOther: (browser, measured) =>
    `Ein Datenkanal zum anderen Gerät (${browser}) öffnete sich in ${measured}.`,
  noDirectLink: (browser, why, what) =>
    `Keine direkte Verbindung zu ${browser}: ${why}. Wartet auf ${what} …`,
  noDirectLinkOther: (browser, why, measured) =>
    `Keine direkte Verbindung zum anderen Gerät (${browser}): ${why}. Über den Raumserver öffnete sich eine in ${measured}.`,
  classCanTrain:
    'Die Klasse kann trainieren, nur langsamer. Schneller ist ein Hotspot oder ein Netzwerk, das die Geräte nicht voneinander trennt.',
  noLinkOther: (browser, why, why2) =>
    `Keine Verbindung zum anderen Gerät (${browser}): ${why}. Auch nicht über den Raumserver: ${why2}.`,
  reloadPageBoth: 'Lade diese Seite auf beiden Geräten neu.',
  firstDevice: 'Erstes Gerät',
  deviceEnteredCheck: 'Dieses Gerät ist in seiner Prüfung und antwortet ihr. Das Ergebnis erscheint dort.',
  deviceCouldNot: (why) => `Dieses Gerät kam nicht in seine Prüfung: ${why}.`,
  keepPageOpen: 'Lass die Seite auf dem ersten Gerät offen, und öffne den Link, den sie jetzt zeigt.',
  roundTrip: (openMs, roundTripMs, bytesPerSecond) =>
    `${openMs}: hin und zurück ${roundTripMs}, ${bytesPerSecond}`,
  roomServer2: 'den Raumserver',
  partPageDid: 'ein Teil der Seite wurde nicht geladen',
} satisfies typeof checkText;
