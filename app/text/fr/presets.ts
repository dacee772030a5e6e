// The French text of: presets.
import type { presetsText } from '../presets';

export const presets = {
  titles: {
    digits: 'Des chiffres comme à la main',
    'digits-cnn': 'Des chiffres, réseau convolutif',
    stories: 'Un modèle de langue',
    'digits-linear': 'Des chiffres, modèle linéaire',
    moons: 'Deux lunes',
    spirals: 'Deux spirales',
    circles: 'Un anneau autour d’un amas',
    xor: 'Quatre amas (XOR)',
  },
  descriptions: {
    digits:
      '6\u202f000 chiffres dessinés, 28 × 28. Un MLP de 109\u202f386 paramètres les apprend en une minute.',
    'digits-cnn': 'Les mêmes chiffres vus par de petits filtres, avec un douzième des paramètres.',
    stories: 'Un petit GPT lit des histoires générées et apprend à les écrire, caractère par caractère.',
    'digits-linear':
      'Les mêmes chiffres sans couche cachée\u202f: ce qu’un modèle linéaire ne peut pas faire.',
    moons: 'Deux croissants de points\u202f; la frontière se courbe entre eux en quelques secondes.',
    spirals: 'Des points sur deux spirales\u202f: difficile pour les petits modèles, joli à regarder.',
    circles: 'Deux classes de points, l’une autour de l’autre.',
    xor: 'Le plus petit problème qu’un modèle linéaire ne peut pas résoudre.',
  },
  datasets: {
    mnist: '60\u202f000 chiffres manuscrits, 28 × 28, en dix classes.',
    'fashion-mnist': '60\u202f000 images de vêtements, 28 × 28, en dix classes.',
    'tiny-shakespeare': 'Un million de caractères de pièces de théâtre, pour un modèle de langue.',
  },
  publicDomain: (author) => `Domaine public, ${author}`,
} satisfies typeof presetsText;
