// The Spanish text of: setup.
import { counted } from '../language';
import type { setupText } from '../setup';

export const setup = {
  runProblems: {
    'bad-model': () => 'el modelo no se puede construir así',
    'setting-least': (setting, least, given) =>
      `${setting} es ${given}, y lo mínimo posible es ${counted(least)}`,
    'setting-most': (setting, most, given) =>
      `${setting} es ${given}, y lo máximo posible es ${counted(most)}`,
    'setting-unusable': (setting) => `${setting} tiene un valor que no es posible`,
    'too-many-parameters': (count, most) =>
      `el modelo tiene ${counted(count)} parámetros, más de ${counted(most)}`,
    'more-fragments-than-parameters': (count, fragments) =>
      `el modelo tiene ${counted(count)} parámetros, y por tanto no ${fragments} fragmentos`,
    'too-many-terms': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} pasos internos de ` : ''}${counted(batch)} ejemplos de ${counted(positions)} posiciones son más de ${counted(most)} términos de pérdida`,
    'too-large-batch': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} pasos internos de ` : ''}un lote de ${counted(batch)} ejemplos de ${counted(positions)} posiciones da más de ${counted(most)} términos de pérdida`,
    'text-for-numbers': () => 'los datos son texto, y el modelo toma números',
    'numbers-for-text': () => 'el modelo toma texto',
    'other-inputs': (data, model) =>
      `los datos tienen ${counted(data)} entradas, y el modelo ${counted(model)}`,
    'other-labels': (data, model) =>
      `los datos tienen ${data} etiquetas por ejemplo, y el modelo ${counted(model)}`,
    'fewer-classes': (data, model) => `los datos tienen ${data} clases, y el modelo ${model}`,
    'own-text-by-characters': () =>
      'los textos de cada miembro necesitan pares de bytes: los caracteres tendrían otros números en cada dispositivo',
    'power-sgd-of-fragments': () =>
      'PowerSGD factoriza tensores enteros, y Streaming DiLoCo suma fragmentos: elige otro códec',
    'unequal-micro-batches': (batch, micro) =>
      `${counted(batch)} ejemplos no son un número entero de microlotes de ${counted(micro)}`,
    'none-to-train': (examples, heldOut) =>
      `de ${counted(examples)} ejemplos, ${counted(heldOut)} están reservados: alguno debe quedar para entrenar`,
    'unequal-fragments': (innerSteps, fragments) =>
      `${counted(innerSteps)} pasos internos de una ronda no son un número entero para cada uno de ${counted(fragments)} fragmentos`,
    'late-fragment': (delay, most) =>
      `el retraso es ${counted(delay)}, y como mucho pueden ser los ${most} pasos internos entre dos sumas`,
    'own-table': () =>
      'una tabla de cada miembro se escalaría según sus propios números, y sus columnas no significarían lo mismo',
    'other-windows': (tokens, windows, context) =>
      `${counted(tokens)} tokens no dan ${counted(windows)} ventanas de ${counted(context)}`,
    'as-many-tokens': (characters, different) =>
      `${counted(characters)} caracteres, como mucho ${different} distintos, son otros tantos tokens`,
    'other-byte-pairs': (made, said) =>
      `los pares de bytes dan ${counted(made)} tokens, y el entrenamiento dice ${counted(said)}`,
    'other-characters': (made, said) =>
      `los caracteres dan ${counted(made)} tokens, y el entrenamiento dice ${counted(said)}`,
  },
} satisfies typeof setupText;
