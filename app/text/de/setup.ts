// The German text of: setup.
import { counted } from '../language';
import type { setupText } from '../setup';

export const setup = {
  runProblems: {
    'bad-model': () => 'das Modell lässt sich so nicht bauen',
    'setting-least': (setting, least, given) =>
      `${setting} ist ${given}, und mindestens ${counted(least)} ist möglich`,
    'setting-most': (setting, most, given) =>
      `${setting} ist ${given}, und höchstens ${counted(most)} ist möglich`,
    'setting-unusable': (setting) => `${setting} hat einen Wert, der nicht möglich ist`,
    'too-many-parameters': (count, most) =>
      `das Modell hat ${counted(count)} Parameter, mehr als ${counted(most)}`,
    'more-fragments-than-parameters': (count, fragments) =>
      `das Modell hat ${counted(count)} Parameter und damit nicht ${fragments} Fragmente`,
    'too-many-terms': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} innere Schritte mit je ` : ''}${counted(batch)} Beispielen zu ${counted(positions)} Stellen sind mehr als ${counted(most)} Verlustterme`,
    'too-large-batch': (innerSteps, batch, positions, most) =>
      `${innerSteps > 1 ? `${counted(innerSteps)} innere Schritte mit je einem ` : 'ein '}Batch von ${counted(batch)} Beispielen zu ${counted(positions)} Stellen ergibt mehr als ${counted(most)} Verlustterme`,
    'text-for-numbers': () => 'die Daten sind Text, das Modell nimmt Zahlen',
    'numbers-for-text': () => 'das Modell nimmt Text',
    'other-inputs': (data, model) =>
      `die Daten haben ${counted(data)} Eingaben, das Modell ${counted(model)}`,
    'other-labels': (data, model) =>
      `die Daten haben ${data} Etiketten je Beispiel, das Modell ${counted(model)}`,
    'fewer-classes': (data, model) => `die Daten haben ${data} Klassen, das Modell ${model}`,
    'own-text-by-characters': () =>
      'Texte jedes Mitglieds brauchen Bytepaare: Zeichen hätten auf jedem Gerät andere Nummern',
    'power-sgd-of-fragments': () =>
      'PowerSGD zerlegt ganze Tensoren, und Streaming DiLoCo summiert Fragmente: wähle einen anderen Codec',
    'unequal-micro-batches': (batch, micro) =>
      `${counted(batch)} Beispiele sind keine ganze Zahl von Mikrobatches zu ${counted(micro)}`,
    'none-to-train': (examples, heldOut) =>
      `von ${counted(examples)} Beispielen sind ${counted(heldOut)} zurückgelegt: zum Trainieren muss etwas bleiben`,
    'unequal-fragments': (innerSteps, fragments) =>
      `${counted(innerSteps)} innere Schritte einer Runde sind keine ganze Zahl für jedes von ${counted(fragments)} Fragmenten`,
    'late-fragment': (delay, most) =>
      `die Verzögerung ist ${counted(delay)}, erlaubt sind höchstens die ${most} inneren Schritte zwischen zwei Summen`,
    'own-table': () =>
      'eine Tabelle jedes Mitglieds würde nach ihren eigenen Zahlen skaliert, und ihre Spalten hießen nicht überall dasselbe',
    'other-windows': (tokens, windows, context) =>
      `${counted(tokens)} Tokens ergeben nicht ${counted(windows)} Fenster von ${counted(context)}`,
    'as-many-tokens': (characters, different) =>
      `${counted(characters)} Zeichen, davon höchstens ${different} verschiedene, sind ebenso viele Tokens`,
    'other-byte-pairs': (made, said) =>
      `die Bytepaare ergeben ${counted(made)} Tokens, und der Lauf nennt ${counted(said)}`,
    'other-characters': (made, said) =>
      `die Zeichen ergeben ${counted(made)} Tokens, und der Lauf nennt ${counted(said)}`,
  },
} satisfies typeof setupText;
