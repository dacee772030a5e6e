// The batch of a step and its parts, in French.
import { plural } from '../language';
import type { batchesText } from '../batches';

export const batches = {
  noLongerHere: 'n’est plus là',
  timesManyInner: (innerStepsOf) => `, ${innerStepsOf} fois pour autant de pas internes`,
  fixedMoreReplicas: (countExamples, inner) =>
    `Fixé à ${countExamples}${inner} : plus il y a de répliques, plus les parts sont petites`,
  growsRing: (inner) => `Grandit avec l’anneau${inner}`,
  equalParts: (size) => `${size} ; parts égales.`,
  equalPartsBecause: (size, microBatch) =>
    `${size} ; parts égales, car moins de ${microBatch} prennent autant de temps que ${microBatch}.`,
  partsMeasuredSpeed: (size) => `${size} ; parts selon la vitesse mesurée.`,
  batchReplicasThem: (countExamples, members, without, without2) =>
    `Le lot a ${countExamples} pour ${members} répliques : ${without} d’entre elles ${plural(without2, { one: 'ne reçoit', other: 'ne reçoivent' })} rien.`,
  eachReplicaComputes: (microBatch, countExamples) =>
    `Chaque réplique calcule ${microBatch} lignes à la fois pour au plus ${countExamples} : le reste est du remplissage.`,
  startNewRun: (largest) =>
    `commencez un nouvel entraînement avec au plus ${largest} exemples calculés à la fois`,
  perStep: 'par pas',
  lastStep: 'dans le dernier pas',
  firstStep: 'dans le premier pas',
  replicaNotSeen: 'Cette réplique n’a pas encore vu de pas de l’anneau.',
  notYetKnown: 'Pas encore connu.',
  noStepTaken: 'Aucun pas n’est fait maintenant.',
  lastStepHad: (last) => `Le dernier pas avait ${last}.`,
  tooFewMembers:
    'Trop peu de membres répondent : aucun pas n’est fait jusqu’à ce qu’assez de membres répondent.',
  windows: (terms, term) => ` fenêtres de ${terms} ${term}`,
  eachAccumulates: (accumulation) => ` ; chacune accumule ${accumulation}`,
  ringTakesExamples: (total) => `L’anneau prend ${total} exemples par pas ; le plan du pas les partage.`,
  nobodyAddedAnything: 'Personne n’a rien ajouté au dernier pas.',
  oneReplicaTakes: (total) => `Une seule réplique prend les ${total} exemples d’un pas.`,
  oneReplicaExamples: (total) => `Une réplique, ${total} exemples par pas : une autre doublerait ce nombre.`,
  replicas: (count) => `${count} répliques`,
  willTake: 'vont prendre',
  took: (givers) => plural(givers, { one: 'a pris', other: 'ont pris' }),
  take: (givers) => plural(givers, { one: 'prend', other: 'prennent' }),
  each: 'chacune',
  text: (examples, value) => `${examples} ${value}`,
  partEach: 'une part chacune',
  nothingFrom: (idle) => ` Il n’y a rien de ${idle}.`,
  takesWhat: (many, verb, what) => `${many} ${verb} ${what} :`,
  updateOneMachine: (total) => `la mise à jour est celle d’une seule machine avec un lot de ${total}.`,
  updateButHeldBack: (total) =>
    `à ce que le codec retient près, la mise à jour est celle d’une seule machine avec un lot de ${total}.`,
  trainsAlone: (written, innerSteps) =>
    `chacune s’entraîne seule pendant ${written} pas ${plural(innerSteps, { one: 'interne', other: 'internes' })}`,
  meanOfChanges: 'et la mise à jour est la moyenne de leurs changements',
  meanOfFragment: 'et la mise à jour est la moyenne de leurs changements sur une partie du modèle',
  butHeldBack: ', à ce que le codec retient près',
  yourGradientGoes: {
    will: 'Votre gradient entrera dans chaque pas, pour sa part exacte.',
    now: 'Votre gradient entre dans chaque pas, pour sa part exacte.',
    was: 'Votre gradient est entré dans le dernier pas, pour sa part exacte.',
  },
  yourChangeGoes: {
    will: 'Le changement que font vos pas internes entrera dans chaque pas, pour sa part exacte.',
    now: 'Le changement que font vos pas internes entre dans chaque pas, pour sa part exacte.',
    was: 'Le changement qu’ont fait vos pas internes est entré dans le dernier pas, pour sa part exacte.',
  },
  yourPartRefused: (counted, count) =>
    `Récemment, ${counted} pas ${plural(count, { one: 's’est fait', other: 'se sont faits' })} sans votre part : l’anneau l’a refusée.`,
  heldBackComesLater: 'Ce que le codec en retient entre dans les suivants.',
  notYetKnown2: 'pas encore connu',
  notMeasured: 'non mesuré',
  localStepsNo: 'Avec des pas locaux, aucun gradient n’est additionné : il n’y a rien à comparer.',
  codecAddsNoise: 'Un codec ajoute son propre bruit au gradient.',
  takesTwoReplicas: 'Il faut deux répliques pour distinguer le gradient de son bruit.',
  measuredWithMore:
    'Mesuré quand l’anneau avait plus de membres. Avec une seule réplique, il n’est plus mesuré.',
  gradientCannotTold: 'On ne peut pas encore distinguer le gradient de son bruit.',
  batchHoldsEvery:
    'Le lot contient tous les exemples d’entraînement : un lot plus grand n’apporte rien de nouveau.',
  batchPastEach: (isFixed) =>
    `Le lot l’a dépassé : ${isFixed ? 'un lot plus grand n’améliore' : 'des répliques de plus n’améliorent'} presque plus chaque pas.`,
  moreReplicasShare:
    'Des répliques de plus se partagent le même lot. Un lot plus grand améliorerait encore chaque pas.',
  manyMoreReplicas: 'Beaucoup d’autres répliques comme celles-ci améliorent',
  oneMoreReplica: 'Une réplique de plus comme celles-ci améliore',
  upMoreReplicas: (more) => `Jusqu’à ${more} répliques de plus comme celles-ci améliorent`,
  eachStepBetter: (who) => `${who} encore chaque pas.`,
  partsProportion: (size) => `${size} ; parts en proportion des exemples que chaque membre apporte.`,
  eachMemberKind: 'Les exemples de chaque membre peuvent être d’une autre sorte.',
} satisfies typeof batchesText;
