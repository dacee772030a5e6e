// The German text of: camera.
import type { cameraText } from '../camera';
import { plural } from '../language';

export const camera = {
  picturesStayDevice:
    'Die Bilder bleiben auf diesem Gerät. In einem Raum bekommen die Mitglieder sie nur, wenn du dort „Meine Daten an die Mitglieder senden“ drückst: Dann bekommt jedes Mitglied, das darum bittet, alle und behält sie.',
  addClass: 'Klasse hinzufügen',
  undo: 'Rückgängig',
  saveThemZip: 'Als ZIP-Datei speichern',
  useThesePictures: 'Diese Bilder nehmen',
  enoughLearnFrom: 'Genug zum Lernen. Nimm mehr auf oder drücke „Diese Bilder nehmen“.',
  reloadPageForgets:
    'Wird die Seite neu geladen, sind die Bilder vergessen, und ein gespeicherter Lauf enthält sie nicht: Speichere sie als ZIP-Datei, die „Deine eigenen Dateien“ liest. Bilder desselben Augenblicks gleichen sich; werden einige davon zurückgelegt, sind sie leicht. Nimm sie darum von mehreren Seiten auf.',
  undoLastPictures: (called) => `Letzte Bilder rückgängig: ${called}`,
  undoDeletionFrom: (called) => `Löschen rückgängig: ${called}`,
  undoAdding: (called) => `Hinzufügen rückgängig: ${called}`,
  undoRemoving: (called) => `Entfernen rückgängig: ${called}`,
  cameraOff: 'Die Kamera ist aus',
  turnCamera: 'Kamera einschalten',
  cancel: 'Abbrechen',
  turnCameraOff: 'Kamera ausschalten',
  camera: 'Kamera',
  yourBrowserAsks: 'Dein Browser fragt dich, ob diese Seite die Kamera benutzen darf.',
  cameraGoesOff: 'Die Kamera ist an. Sie geht aus, wenn du diese Seite verlässt oder verbirgst.',
  cameraOff2: 'Die Kamera ist aus.',
  whatCameraSees: 'Was die Kamera sieht',
  pageCameOver:
    'Diese Seite kam über einfaches HTTP. Browser geben die Kamera nur sicheren Seiten: Öffne diese Seite über HTTPS, oder auf dem Rechner, der sie ausliefert, unter localhost.',
  browserGivesNo:
    'Dieser Browser gibt keiner Seite eine Kamera. Ein aktueller Chrome, Edge, Firefox oder Safari tut es.',
  cameraTurnedOff: 'Die Kamera ging aus, weil diese Seite verborgen war. Deine Bilder sind hier.',
  cameraWentAway:
    'Die Kamera ist weg: Sie wurde abgezogen, oder der Browser oder das System nahm sie zurück. Deine Bilder sind hier.',
  cameraSendsNo:
    'Die Kamera sendet kein Bild. Ein anderes Programm benutzt sie vielleicht, oder ihre Abdeckung ist zu. Schalte sie noch einmal ein oder wähle eine andere.',
  systemDoesNot:
    'Das System lässt diesen Browser die Kamera nicht benutzen. Erlaube es in den Datenschutz-Einstellungen des Systems und schalte die Kamera dann noch einmal ein.',
  pageMayNot:
    'Diese Seite darf die Kamera nicht benutzen. Erlaube es in den Einstellungen des Browsers für diese Seite, neben der Adresse, und schalte die Kamera dann noch einmal ein.',
  noCameraFound:
    'Keine Kamera gefunden. Schließe eine an und schalte sie ein. Bilder in Ordnern gehen auch, unter „Deine eigenen Dateien“.',
  cameraCouldNot:
    'Die Kamera ließ sich nicht starten: Ein anderes Programm oder ein anderer Tab benutzt sie, oder sie ist defekt. Schließe, was sie benutzt, und schalte sie noch einmal ein.',
  cameraCouldNotStarted: (value) => `Die Kamera ließ sich nicht starten: ${value}.`,
  browserGaveNo: 'der Browser nannte keinen Grund',
  classWord: 'diese Klasse',
  pictures: (called) => `Bilder: ${called}`,
  classWord2: 'Klasse',
  holdTakePictures: 'Halten für Bilder',
  of: (called) => `von ${called}`,
  remove: 'Entfernen',
  pictureCount: (count, count2) => `${count} ${plural(count2, { one: 'Bild', other: 'Bilder' })}`,
  mostClass: ', mehr fasst eine Klasse nicht',
  newestPictures: (called) => `Neueste Bilder: ${called}`,
  deletePicture: (value, called) => `Bild ${value} löschen: ${called}`,
  deleteWord: 'Löschen',
  showNewestOnly: 'Nur die neuesten zeigen',
  showAll: (count) => `Alle ${count} zeigen`,
  classWord5: (number) => `Klasse ${number}`,
  giveClassName: 'Gib der Klasse einen Namen.',
  nameNoSlash: 'Ein Name hat keinen Schrägstrich und keinen Punkt am Anfang.',
  archivesUseName: 'Archive benutzen diesen Namen für anderes.',
  anotherClassName: 'Eine andere Klasse heißt schon so.',
  classNeedsAnother: 'Eine Klasse braucht einen anderen Namen.',
  takeLeastPictures: (fewestOfClass, name, count) =>
    `Nimm mindestens ${fewestOfClass} Bilder von jeder Klasse auf: „${name}“ hat ${count}.`,
  camera2: (value) => `Kamera ${value}`,
} satisfies typeof cameraText;
