// The German text of: league.
import { plural } from '../language';
import type { leagueText } from '../league';

export const league = {
  leagueTargetLoss: 'Liga: Ziel für den Verlust',
  aboveMost: 'Größer als 0, höchstens 1 000 000.',
  targetTableLeave: 'Das Ziel und seine Tabelle verschwinden von allen Bildschirmen.',
  endLeague: 'Liga beenden',
  whichRunReaches:
    'Welcher Lauf erreicht es in den wenigsten Sekunden, oder mit den wenigsten Bytes? Alle Bildschirme führen eine Tabelle.',
  noRun: 'Kein Lauf hat es',
  oneRun: 'Ein Lauf hat es',
  runs: (attempts) => `${attempts} Läufe haben es`,
  reachedAnotherTarget: (reached) => `${reached} erreicht. Ein anderes Ziel beginnt eine andere Tabelle.`,
  league: 'Liga',
  whichRunReachesLoss: (target, leader) =>
    `Welcher Lauf erreicht zuerst einen Verlust von ${target}? ${leader}`,
  hostSetNo: 'Die Leitung hat kein Ziel gesetzt.',
  runReachesTarget:
    'Ein Lauf erreicht das Ziel, wenn der mittlere Verlust im Training über zehn Schritte höchstens so groß ist. Sekunden sind die seiner Schritte, ohne Pausen; Bytes sind die, die eine Replik gesendet hat. Beides misst das Gerät der Leitung.',
  saveCsv: 'Als CSV sichern',
  eachRunReaches:
    'Jeder Lauf, der es erreicht, steht hier: Beginne einen, ändere eine Einstellung, und beginne wieder.',
  hostSetsTarget: 'Die Leitung setzt das Ziel in der Konsole, unter „Klasse“.',
  leagueTable: 'Die Liga, als Tabelle',
  run: 'Lauf',
  time: 'Zeit',
  bytesSent: 'Gesendete Bytes',
  steps: 'Schritte',
  settings: 'Einstellungen',
  digest: 'Prüfsumme',
  fastest: 'am schnellsten',
  fewest: 'am wenigsten',
  oneSumPer: 'eine Summe je Tensor',
  sumsBuckets: 'Summen in Buckets',
  bucketsMeasurement: 'Buckets nach Messung',
  oneSumAll: 'eine Summe für alles',
  sgdMomentum: 'SGD mit Momentum',
  adamw: 'AdamW',
  parameters: (count) => `${count} Parameter`,
  text: (count, count2) => `${count} ${plural(count2, { one: 'Replik', other: 'Repliken' })}`,
  batch: (batch) => `Batch ${batch}`,
  learningRate: (rate) => `Lernrate ${rate}`,
  sent: (value) => `gesendet als ${value}`,
  overlap: (isOn) => `Überlappung ${isOn ? 'an' : 'aus'}`,
  sumEveryStep: 'eine Summe in jedem Schritt',
  localSteps: (steps) => `${steps} lokale Schritte`,
  slowedNetwork: 'ein gebremstes Netzwerk',
  network: 'das Netzwerk, wie es ist',
  sameSettings: 'dieselben Einstellungen',
  first: 'der erste',
  changedWay: (differing) => `${differing}; unterwegs geändert`,
  noRunReached: 'Noch hat es kein Lauf erreicht.',
  sentToNobody: 'eine Replik sendet keine',
  runFastest: (run, ms) => `Lauf ${run} war am schnellsten: ${ms}.`,
  runFastestSent: (run, ms, bytes) =>
    `Lauf ${run} war am schnellsten und hat die wenigsten Bytes gesendet: ${ms}, ${bytes}.`,
  runFastestRun: (run, ms, run2, bytes) =>
    `Lauf ${run} war am schnellsten: ${ms}. Lauf ${run2} hat die wenigsten Bytes gesendet: ${bytes}.`,
  whichRunReachesLossFirst: (target) => `Welcher Lauf erreicht zuerst einen Verlust von ${target}?`,
  bestRuns: (count, attempts) => `Die besten ${count} von ${attempts} Läufen.`,
} satisfies typeof leagueText;
