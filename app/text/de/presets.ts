// The German text of: presets.
import type { presetsText } from '../presets';

export const presets = {
  titles: {
    digits: 'Ziffern wie von Hand',
    'digits-cnn': 'Ziffern, faltendes Netz (CNN)',
    stories: 'Ein Sprachmodell',
    'digits-linear': 'Ziffern, lineares Modell',
    moons: 'Zwei Monde',
    spirals: 'Zwei Spiralen',
    circles: 'Ein Ring um einen Haufen',
    xor: 'Vier Haufen (XOR)',
  },
  descriptions: {
    digits:
      '6\u202f000 gezeichnete Ziffern, 28 × 28. Ein MLP mit 109\u202f386 Parametern lernt sie in einer Minute.',
    'digits-cnn': 'Dieselben Ziffern, durch kleine Filter gesehen, mit einem Zwölftel der Parameter.',
    stories: 'Ein kleines GPT liest erzeugte Geschichten und lernt sie zu schreiben, Zeichen für Zeichen.',
    'digits-linear': 'Dieselben Ziffern ohne verborgene Schicht: was ein lineares Modell nicht kann.',
    moons: 'Zwei Sicheln aus Punkten; in Sekunden biegt sich die Grenze zwischen ihnen.',
    spirals: 'Punkte auf zwei Spiralen: schwer für kleine Modelle, schön anzusehen.',
    circles: 'Zwei Klassen von Punkten, die eine um die andere herum.',
    xor: 'Die kleinste Aufgabe, die ein lineares Modell nicht lösen kann.',
  },
  datasets: {
    mnist: '60\u202f000 handgeschriebene Ziffern, 28 × 28, in zehn Klassen.',
    'fashion-mnist': '60\u202f000 Bilder von Kleidung, 28 × 28, in zehn Klassen.',
    'tiny-shakespeare': 'Eine Million Zeichen aus Dramen, für ein Sprachmodell.',
  },
  publicDomain: (author) => `Gemeinfrei, ${author}`,
} satisfies typeof presetsText;
