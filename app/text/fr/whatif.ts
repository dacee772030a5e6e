// The French text of: whatif.
import type { whatifText } from '../whatif';

export const whatif = {
  aboutFast: 'à peu près aussi rapide',
  faster: (ratio) => `${ratio}× plus rapide`,
  slower: (value) => `${value}× plus lent`,
  stepWouldTake: (stepMs, faster) => `un pas durerait ${stepMs} : ${faster}`,
  now: 'Maintenant',
  stepTakes: (stepMs) => `Un pas dure ${stepMs}.`,
  without: (member) => `Sans ${member}`,
  without2: (member, then, examples) => `Sans ${member}, ${then}.${examples}`,
  noCommunication: 'Sans communication',
  ifSendingTook: (then) => `Si l’envoi ne prenait aucun temps, ${then}. Aucun réseau ne le rend plus rapide.`,
  withoutOverlap: 'Sans recouvrement',
  overlap: 'Avec recouvrement',
  ifSendingWaited: (then) => `Si l’envoi attendait le gradient entier, ${then}.`,
  ifSendingBegan: (then) => `Si l’envoi commençait pendant la rétropropagation, ${then}.`,
  sent: (codecText) => `Envoi : ${codecText}`,
  sent2: (codecText, then) => `Avec l’envoi « ${codecText} », ${then}.`,
  wouldExamplesMany: (examplesShare, ratio) =>
    ` Il aurait ${examplesShare} des exemples : ${ratio}× autant par seconde.`,
  aloneThereNothing: 'Quand on est seul, il n’y a rien à changer.',
  notKnownPowersgd: 'Inconnu pour PowerSGD : sa deuxième somme attend la première.',
  notKnownStreaming:
    'Inconnu pour Streaming DiLoCo : ses sommes voyagent pendant les pas internes du pas suivant.',
  notYetKnownNeeds: 'Pas encore connu : il faut quelques pas avec les mêmes répliques et les mêmes réglages.',
  notYetKnownRate: 'Pas encore connu : le débit vers les voisins de l’anneau n’a pas été mesuré.',
  notYetKnownReplica: 'Pas encore connu : cette réplique n’a pas calculé de gradient.',
  whenBucketsWould:
    ' Le moment où les paquets partiraient est supposé : la rétropropagation est deux tiers du calcul.',
  theseReplicasShare: ' Ces répliques partagent un appareil, ce qui n’est pas compté ici.',
  fromLastSteps: (usual, steps, shares, device) =>
    `Chaque cas est de nouveau le pas ${usual}, le plus habituel des ${steps} derniers. On suppose que calcul et envoi ne se ralentissent pas, que toutes les liaisons sont comme les vôtres, et que l’encodage ne prend pas de temps.${shares}${device}`,
} satisfies typeof whatifText;
