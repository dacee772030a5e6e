// Choosing what to learn, in French.
import { counted } from '../language';
import type { setupText } from '../setup';

export const setup = {
  runProblems: {
    'bad-model': () => 'le modèle ne peut pas être construit ainsi',
    'setting-least': (setting, least, given) =>
      `${setting} vaut ${given}, et au moins ${counted(least)} est possible`,
    'setting-most': (setting, most, given) =>
      `${setting} vaut ${given}, et au plus ${counted(most)} est possible`,
    'setting-unusable': (setting) => `${setting} a une valeur impossible`,
    'too-many-parameters': (count, most) =>
      `le modèle a ${counted(count)} paramètres, plus de ${counted(most)}`,
    'more-fragments-than-parameters': (count, fragments) =>
      `le modèle a ${counted(count)} paramètres, donc pas ${fragments} fragments`,
    'too-many-terms': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} pas internes de ` : ''}${counted(batch)} exemples de ${counted(positions)} positions font plus de ${counted(most)} termes de perte`,
    'too-large-batch': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} pas internes d’` : ''}un lot de ${counted(batch)} exemples de ${counted(positions)} positions fait plus de ${counted(most)} termes de perte`,
    'text-for-numbers': () => 'les données sont du texte, le modèle prend des nombres',
    'numbers-for-text': () => 'le modèle prend du texte',
    'other-inputs': (data, model) => `les données ont ${counted(data)} entrées, le modèle ${counted(model)}`,
    'other-labels': (data, model) =>
      `les données ont ${data} étiquettes par exemple, le modèle ${counted(model)}`,
    'fewer-classes': (data, model) => `les données ont ${data} classes, le modèle ${model}`,
    'own-text-by-characters': () =>
      'les textes de chaque membre demandent des paires d’octets\u202f: les caractères auraient d’autres numéros sur chaque appareil',
    'power-sgd-of-fragments': () =>
      'PowerSGD factorise des tenseurs entiers, et Streaming DiLoCo additionne des fragments\u202f: choisissez un autre codec',
    'unequal-micro-batches': (batch, micro) =>
      `${counted(batch)} exemples ne font pas un nombre entier de micro-lots de ${counted(micro)}`,
    'none-to-train': (examples, heldOut) =>
      `sur ${counted(examples)} exemples, ${counted(heldOut)} sont réservés\u202f: il doit en rester pour l’entraînement`,
    'unequal-fragments': (innerSteps, fragments) =>
      `${counted(innerSteps)} pas internes d’un tour ne font pas un nombre entier pour chacun des ${counted(fragments)} fragments`,
    'late-fragment': (delay, most) =>
      `le délai est de ${counted(delay)}, et au plus des ${most} pas internes entre deux sommes`,
    'own-table': () =>
      'un tableau de chaque membre serait mis à l’échelle par ses propres nombres, et ses colonnes ne voudraient pas dire la même chose',
    'other-windows': (tokens, windows, context) =>
      `${counted(tokens)} jetons ne font pas ${counted(windows)} fenêtres de ${counted(context)}`,
    'as-many-tokens': (characters, different) =>
      `${counted(characters)} caractères, dont au plus ${different} différents, font autant de jetons`,
    'other-byte-pairs': (made, said) =>
      `les paires d’octets font ${counted(made)} jetons, et l’entraînement dit ${counted(said)}`,
    'other-characters': (made, said) =>
      `les caractères font ${counted(made)} jetons, et l’entraînement dit ${counted(said)}`,
  },
} satisfies typeof setupText;
