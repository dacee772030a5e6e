// The host's question to everybody, in French.
import { plural } from '../language';
import type { questionText } from '../question';

export const question = {
  answers: 'Réponses',
  you: '· vous',
  whatCame: 'Résultat :',
  whatWillLoss: (step) => `Quelle sera la perte au pas ${step}, en moyenne sur les dix pas jusque-là ?`,
  howManyPercent: (step) =>
    `Quel pourcentage des exemples sera juste au pas ${step}, en moyenne sur les dix pas jusque-là ?`,
  howManyTimes: (replicas) =>
    `Combien de fois plus d’exemples par seconde calculent ${replicas} répliques qu’une seule ?`,
  runOverBegin: 'L’entraînement est fini : commencez-en un nouveau.',
  stepAfterUp: (done, last) => `Un pas après ${done}, jusqu’à ${last}.`,
  from: 'De 0.001 à 1 000 000.',
  from2: 'De 2 à 64.',
  lossStep: 'La perte à un pas donné',
  accuracyStep: 'L’exactitude à un pas donné',
  speedMoreReplicas: 'La vitesse de plusieurs répliques',
  lesson: (title) => `Leçon : ${title}`,
  eachMemberAnswers:
    'Chaque membre répond sur son propre écran. Un projecteur montre combien ont répondu, puis ce qu’ils ont dit.',
  askEverybodyPrediction: 'Demander à tous une prédiction',
  step: 'Pas',
  largestAnswer: 'Plus grande réponse',
  replicas: 'Répliques',
  lessonCouldNot: 'La leçon n’a pas pu être chargée. Choisissez-la de nouveau.',
  askRoom: 'Demander à la salle',
  classRunsLesson:
    'Chaque membre répond sur son propre écran. Puis cet appareil clôt la question, exécute la leçon et montre à tous le résultat. Un projecteur suit de lui-même. L’entraînement de la salle est en pause pendant ce temps.',
  askAndRun: 'Demander, puis exécuter ensemble',
  runForRoom: 'L’exécuter ici pour la salle',
  closesRunsShows:
    'Quand tous les autres membres ont répondu, cet appareil clôt la question, exécute la leçon et montre à tous le résultat.',
  closesByItself:
    'Elle se clôt d’elle-même cinq secondes après que tous les autres membres ont répondu. Puis cet appareil exécute la leçon.',
  closesByHand:
    'L’anneau n’a pas d’autre membre : clôturez-la quand vous voulez. Puis cet appareil exécute la leçon.',
  classLooks: 'La classe regarde ses réponses. L’exécution commence dans quelques secondes.',
  runNow: 'L’exécuter maintenant',
  ringPauses: 'Cet appareil exécute la leçon. L’entraînement de la salle est en pause pendant ce temps.',
  runsAnew: 'Cette page a été rechargée, et les exécutions commencées ont été perdues : elles recommencent.',
  stopRun: 'Arrêter l’exécution',
  runFailed: (why) => `L’exécution a échoué. ${why}`,
  runAgain: 'L’exécuter encore une fois',
  nothingMeasured: 'Elle n’a mesuré aucun nombre. Choisissez d’autres réglages.',
  stages: 'Le chemin de la leçon',
  stagePredict: 'Prédire',
  stageRun: 'Exécuter',
  stageCame: 'Résultat',
  steps: 'Pas',
  hostRunsNow: 'L’appareil de l’hôte exécute la leçon.',
  hostRuns: (done, of) => `L’appareil de l’hôte exécute la leçon : ${done} pas sur ${of}.`,
  hostRan: (steps) => `L’appareil de l’hôte a exécuté la leçon : ${steps} pas.`,
  hostComputed: 'L’appareil de l’hôte l’a calculé.',
  curve: (label, first, last) => `${label} : de ${first} à ${last}`,
  lossOfRuns: (curves) => `Perte. ${curves}.`,
  hostsQuestion: 'La question de l’hôte',
  hostAsksQuestion:
    'L’hôte pose une question d’une leçon qui n’a pas pu être chargée. Rechargez cette page pour la voir.',
  challenge: 'Le défi :',
  takeChallenge: 'Le relever sur la page de la leçon (nouvel onglet)',
  challengeRuns: 'La leçon s’exécute sur votre appareil, et sa page vérifie chaque essai.',
  fromLesson: 'De la leçon',
  withWord: (settings) => `. Avec ${settings}. `,
  runWindowOwn: 'L’exécuter dans une autre fenêtre',
  watchersToo:
    'L’hôte demande à tout le monde, aussi à ceux qui regardent seulement. Les écrans des membres comptent votre réponse, jamais de qui elle vient.',
  hostAsksEverybody:
    'L’hôte demande à tout le monde. Les écrans montrent combien ont répondu quoi, jamais qui.',
  sendMyPrediction: 'Envoyer ma prédiction',
  youPredicted: 'Vous avez prédit',
  youMadeNo: 'Vous n’avez rien prédit.',
  change: 'Changer',
  hide: 'Masquer',
  allAnswers: 'Toutes les réponses',
  myPrediction: 'Ma prédiction :',
  notYetKnown: 'pas encore connu',
  none: 'aucune',
  classWord: 'Classe',
  allLessons: 'Les leçons, avec une page pour l’enseignant (nouvel onglet)',
  leavesAllScreens: 'Elle quitte tous les écrans, et ses réponses aussi.',
  takeQuestionAway: 'Retirer la question',
  wordsQuestionAsked: 'Le texte de la question posée n’a pas pu être chargé.',
  withWord2: (title, settings) => `${title}. Avec ${settings}. `,
  runDevice: 'L’exécuter sur cet appareil',
  noAnswerChanges:
    'Plus aucune réponse ne change, et tous les écrans montrent les réponses : des nombres, jamais des noms.',
  closeQuestion: 'Clore la question',
  ringMeasured: (measured) => ` Cet anneau a mesuré ${measured} ×.`,
  sayWhatCame: 'Dire le résultat',
  show: (said) => `Montrer que c’était ${said}`,
  showWhatCame: 'Montrer le résultat',
  appearsItselfStep: 'Il apparaît de lui-même à ce pas : la moyenne des dix derniers pas.',
  stepNotMeasured:
    'Le résultat n’apparaît pas de lui-même : l’entraînement a dépassé ce pas ou ne l’atteint pas. Dites le résultat, ou retirez la question.',
  compareRingsBoth:
    'Comparez des anneaux des deux tailles, comme le fait le graphique du passage à l’échelle.',
  runLessonProjector:
    'Exécutez la leçon, sur un projecteur ou sur chaque appareil, et dites ce qu’elle a mesuré.',
  answered: (count, of, of2) => `${count} sur ${of} ${plural(of2, { one: 'a', other: 'ont' })} répondu.`,
  answeredInAll: (count, count2) => `${count} ${plural(count2, { one: 'a', other: 'ont' })} répondu.`,
  openWhileAway: 'L’hôte est absent : la question reste ouverte jusqu’à son retour.',
  runWhileAway:
    'L’hôte est absent, et son exécution avec lui. Elle recommencera quand sa page sera de retour.',
  noOneElse: 'Personne d’autre que l’hôte n’est là pour répondre.',
  shownAtStep: (step) =>
    `Les réponses apparaissent au pas ${step}, ou quand l’hôte clôt la question avant cela.`,
  shownWhenHost: 'Les réponses apparaissent quand l’hôte clôt la question.',
  shownWhenAll:
    'Les réponses apparaissent quand l’hôte clôt la question, ou la laisse se clore une fois que tous ont répondu.',
  youCanChange: 'Vous pouvez la changer jusqu’à ce que la question soit close.',
  questionClosedWhat: 'La question est close. Le résultat n’est pas encore connu.',
  youWereRight: 'Vous aviez raison.',
  youExpectedSomething: 'Vous attendiez autre chose.',
  yourPredictionToo: 'Votre prédiction était trop basse.',
  yourPredictionTooHigh: 'Votre prédiction était trop haute.',
  wordsQuestionCould: 'Le texte de cette question n’a pas pu être chargé.',
  withWord3: (settings) => `Avec ${settings}.`,
  of: (answered, of) => `${answered} sur ${of}`,
  answeredEachDevice: (of) =>
    `${plural(of, { one: 'a', other: 'ont' })} répondu, chacun sur son propre appareil.`,
} satisfies typeof questionText;
