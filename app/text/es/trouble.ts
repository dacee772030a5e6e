// The Spanish text of: trouble.
import { counted } from '../language';
import type { troubleText } from '../trouble';

const words = {
  'room-not-found': {
    title: 'No hay ninguna sala con este código',
    what: 'Compáralo con el código en la pantalla del anfitrión. Una sala de la que todos han salido se cierra al cabo de un rato; el anfitrión puede abrir otra.',
    label: 'Escribir el código otra vez',
  },
  'bad-code': {
    title: 'Este enlace no contiene un código de sala',
    label: 'Escribir el código',
  },
  'unknown-preset': {
    title: 'Esta versión de la página no conoce esta plantilla',
    what: 'El enlace es de otra versión, o tiene un error al escribirlo. «Dos lunas» puede empezar en su lugar.',
    label: 'Empezar «Dos lunas»',
  },
  'engine-missing': {
    title: 'Una parte de la página no se cargó',
    what: 'No se pudo traer el motor de entrenamiento, quizá porque se cortó la conexión.',
    label: 'Recargar',
  },
  'not-drawn': {
    title: 'No se pudo dibujar esta pantalla',
    what: 'Es culpa nuestra. Se dibuja de nuevo por sí sola en un momento.',
    label: 'Dibujarla de nuevo',
  },
  bug: {
    title: 'Se rompió algo que no debía',
    what: 'Es culpa nuestra. Esta réplica se detuvo antes de poder molestar a las demás.',
    label: 'Unirse otra vez',
  },
};

export const trouble = {
  words,
  untouched: 'No se perdió nada: este dispositivo aún no se había unido.',
  nothingRuns: 'Todavía no hay nada en marcha.',
  trainingKept: (step) =>
    `Tu entrenamiento hasta el paso ${counted(step)} está guardado en este dispositivo. La página de inicio ofrece continuarlo.`,
  ringGoesOn: 'Las demás réplicas tienen el mismo estado, bit a bit, y siguen sin esta.',
  replicaUntouched: 'Solo falló el dibujo. La réplica de esta página no forma parte de él.',
  onlyDrawing: 'Solo falló el dibujo.',
  badCode: (characters, alphabet) => `Un código tiene ${characters} caracteres. Solo usa ${alphabet}.`,
  lookAgain: 'Mirar otra vez',
  backStart: 'Volver al inicio',
  code: 'Código:',
  unexpected: 'ocurrió algo inesperado',
  technically: 'En inglés, para quien ayude:',
} satisfies typeof troubleText;
