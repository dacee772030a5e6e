// The sheets to print, in French.
import type { sheetText } from '../sheet';

export const sheet = {
  roomServer: 'Le serveur des salles :',
  printPage: 'Imprimer cette page',
} satisfies typeof sheetText;
