// The German text of: sums.
import { plural } from '../language';
import type { sumsText } from '../sums';

export const sums = {
  modes: {
    'every-step': 'In jedem Schritt',
    'local-sgd': 'Lokales SGD',
    diloco: 'DiLoCo',
    'streaming-diloco': 'Streaming DiLoCo',
    'sparse-loco': 'SparseLoCo',
  },
  twoSumsSame: 'zwei Summen desselben Fragments',
  twoSums: 'zwei Summen',
  stepsEachMember: (sums) =>
    `Schritte, die jedes Mitglied zwischen ${sums} für sich macht. Wer geht, nimmt mit, was er seit der letzten gelernt hat.`,
  partsModelEach:
    'Teile des Modells. Jeder Schritt summiert einen davon; eine Runde innerer Schritte summiert alle.',
  innerStep: 'fehlt der letzte innere Schritt',
  innerSteps: (lost) => `fehlen die letzten ${lost} inneren Schritte`,
  whenRunEnds: (sums, steps) => `${sums} Endet ein Lauf, so ${steps} in manchen Teilen.`,
  noneWait: 'keine: warten',
  inner: (count, count2) =>
    `${count} ${plural(count2, { one: 'innerer Schritt', other: 'innere Schritte' })}`,
  innerSteps2: 'Innere Schritte',
  driftMeanChange: 'Drift, von der mittleren Änderung',
  notYetKnown: 'noch nicht bekannt',
  themDone: 'Davon gemacht',
  outerStep: 'Äußerer Schritt',
  innerRate: 'Innere Rate',
  outerRate: 'Äußere Rate',
  fragment: 'Fragment',
  of: (number, of) => `${number} von ${of}`,
  notMeasured: 'nicht gemessen',
  by: (optimizer) => ` mit ${optimizer}`,
  eachUpdateMoves: (by, rate) =>
    `Jedes Update${by} bewegt die Gewichte mit ${rate}, auf allen Repliken gleich.`,
  innerUpdatesMove: (by, rate, shared) =>
    `Innere Updates${by} bewegen die eigenen Gewichte jeder Replik mit ${rate}; das äußere Update bewegt die aller mit ${shared}.`,
  topologies: {
    ring: 'um den Ring',
    direct: 'direkt zum Besitzer',
    star: 'über eine Replik',
    tree: 'einen Baum auf und ab',
    'halving-doubling': 'Halbieren–Verdoppeln',
  },
  codecs: {
    f32: 'je 32 Bits',
    fp16: '16 Bits: fp16',
    bf16: '16 Bits: bf16',
    int8: '8 Bits',
    int4: '4 Bits',
    sign: '1 Bit: das Vorzeichen',
    'top-k': 'das Größte: 1 von 64',
    'sparse-loco': 'das Größte: 1 von 64, 2 Bits',
    'power-sgd': 'Faktoren kleinen Rangs',
  },
  largest: (share) => `die größten ${share}`,
  largestTwoBits: (share) => `die größten ${share}, 2 Bits`,
  factorsOfRank: (rank) => `Faktoren vom Rang ${rank}`,
  ofNumbers: (percent) => `${percent} der Zahlen`,
  eachPartAll: 'Jeder Teil an alle',
  nothing: 'nichts',
  allReduce: 'All-Reduce',
  reduceScatter: 'Reduce-Scatter',
  allGather: 'All-Gather',
  broadcast: 'Broadcast',
  barrier: 'Barriere',
  allGetSum: 'Alle bekommen die Summe aller Vektoren.',
  eachGetsOwn: 'Jede bekommt ihren eigenen Teil der Summe.',
  eachGivesOwn: 'Jede gibt ihren eigenen Teil; alle bekommen das Ganze.',
  firstReplicaGives: 'Die erste Replik gibt ihren Vektor an alle.',
  nobodyGoesBefore: 'Niemand geht weiter, bevor alle da sind.',
  sum: 'Die Summe',
  eachReplicasPart: 'Der Teil jeder Replik an der Summe',
  gatheredVector: 'Der gesammelte Vektor',
  vector: 'Der Vektor',
  barrier2: 'Die Barriere',
  noSumTaken: 'Gerade läuft keine Summe.',
  noSumTakenNow: (measuredMs) => `Gerade läuft keine Summe; die letzten brauchten ${measuredMs} je Schritt.`,
  gradients: 'Gradienten',
  changes: 'Änderungen',
  eachStepReplicas: (what) =>
    `In jedem Schritt reichen die Repliken ihre ${what} herum, innerhalb dieser Seite.`,
  summingGradientsTakes: (what, measuredMs) =>
    `Das Summieren der ${what} dauert ${measuredMs} je Schritt, innerhalb dieser Seite.`,
  aloneNoByte: 'Allein verlässt kein Byte dieses Gerät.',
  eachStepReplicasSum: (what) =>
    `In jedem Schritt summieren die Repliken ihre ${what}; wie lange das dauert, ist noch nicht bekannt.`,
  modelTheseLinks: (predictedMs) => `; das Modell dieser Verbindungen sagt ${predictedMs}`,
  summingGradientsTakesStep: (what, measuredMs, against) =>
    `Das Summieren der ${what} dauert ${measuredMs} je Schritt${against}.`,
} satisfies typeof sumsText;
