// The German text of: join.
import type { joinText } from '../join';

export const join = {
  notLoaded: 'Nicht geladen',
  noSuchRoom: 'Kein solcher Raum',
  code: (code) => `Der Code war ${code}.`,
  join: (code) => `${code} beitreten`,
  yourRoom: 'Dein Raum',
  joinRoom: 'Raum beitreten',
  serverNoSuch: 'Der Server hat diesen Raum nicht mehr. Wenn du hineingehst, öffnet er sich wieder.',
  linkMakesDevice: 'Mit diesem Link leitet dieses Gerät den Raum.',
  oneHostsNow: 'Das Gerät, das jetzt leitet, wird ein gewöhnliches Mitglied.',
  youRoomsHost: 'Du leitest diesen Raum.',
  keepsHostsRights: (value) => ` ${value} Er behält das Recht zu leiten.`,
  hostingHandedBrowser: 'Die Leitung wurde diesem Browser übergeben.',
  browserOpened: 'Dieser Browser hat ihn geöffnet.',
  browserRemovedFrom: 'Dieser Browser wurde aus dem Ring des Raums entfernt.',
  browserRefused: 'Die Leitung hat diesen Browser an der Tür abgewiesen.',
  onlyHostLets: 'Nur die Leitung kann ihn hereinlassen. Frag zuerst die Leitung.',
  useAnotherLink: 'Einen anderen Link nehmen',
  yourNameRoom: 'Dein Name im Raum',
  twoWordsOnly: 'Dieser Raum zeigt nur Namen aus zwei Wörtern.',
  typedStays: 'Ein Name, den du eingegeben hast, bleibt auf diesem Gerät.',
  numberFollows: 'Für dich gezogen. Heißt schon jemand so, folgt eine Zahl.',
  nameLeastOne: 'Bitte ein Name aus mindestens einem Zeichen.',
  compute: 'Rechnen auf',
  joining: 'Tritt bei …',
  askLetIn: 'Um Einlass bitten',
  goHost: 'Als Leitung hineingehen',
  joinCpuReplica: 'Als CPU-Replik beitreten',
  join2: 'Beitreten',
  deviceWillCompute:
    'Dieses Gerät rechnet für den Raum, solange der Tab offen ist. Mitglieder können seine Netzwerkadresse sehen.',
  or: 'Oder',
  onlyWatch: 'nur zuschauen',
  deviceThenComputes: ': Dieses Gerät rechnet dann nichts.',
  noRoomCode: 'Kein Raumcode',
  stepTakesMeasured: (stepMs, utilisation) =>
    `Ein Schritt dauert gemessen ${stepMs}, und ${utilisation} davon ist Rechnen. `,
  localStepTakesMeasured: (stepMs, utilisation) =>
    `Ein lokaler Schritt dauert mit seinem Anteil an einer Summe gemessen ${stepMs}, und ${utilisation} davon ist Rechnen. `,
  modelSays: (stepMs, utilisation) => `Das Modell sagt ${stepMs} und ${utilisation}. `,
  leavesOutWaiting: (leftOutMs) =>
    `Es lässt das Warten auf eine Replik, das Update und die Buchführung weg: ${leftOutMs} je Schritt.`,
  notWatching: 'Schaut nicht zu',
  onlyWatches: 'Dieses Gerät schaut nur zu: Kein Lauf hängt davon ab.',
} satisfies typeof joinText;
