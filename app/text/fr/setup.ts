// Choosing what to learn, in French.
import type { setupText } from '../setup';

export const setup = {
  whatLearn: 'Quoi apprendre',
  yourOwnFiles: 'Vos propres fichiers',
  tableTextImages:
    'Un tableau, un texte, ou des images en dossiers. Ils restent sur cet appareil, sauf si vous les envoyez aux membres.',
  publicDataset: 'Un jeu de données public',
  mnistFashionMnist: 'MNIST, Fashion-MNIST, Shakespeare, ou un autre de Hugging Face, à télécharger.',
  loading: 'Chargement…',
  moreSettings: 'Plus de réglages',
  linkBroughtThese:
    'Ces réglages viennent du lien. Ce qui diffère du préréglage est sous « Plus de réglages ».',
  linkBroughtChoice: 'Ce choix vient du lien.',
  parametersActivations: (parameterCount, activationBytes) =>
    `${parameterCount} paramètres, ${activationBytes} d’activations.`,
  filesGpt: (value) => `${value}, ou les fichiers d’un GPT-2`,
  checkpointFile: 'Ou un point de sauvegarde',
  checkpointFile2: 'Un point de sauvegarde',
  readingWholeFile: 'Lecture du fichier entier…',
  chooseDropHere:
    'Choisissez-le ou déposez-le ici : un point de sauvegarde, ou un GPT-2 tel que Transformers l’enregistre (model.safetensors, config.json et tokenizer.json). Il reste sur cet appareil.',
  fileCouldNot: 'le fichier n’a pas pu être lu',
  picturesFromCamera: 'Images de la caméra',
  nameTwoTen:
    'Nommez deux à dix classes, et prenez des images de chacune. Elles restent sur cet appareil, sauf si vous les envoyez aux membres.',
} satisfies typeof setupText;
