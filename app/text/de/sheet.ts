// The German text of: sheet.
import type { sheetText } from '../sheet';

export const sheet = {
  roomServer: 'Der Raumserver:',
  printPage: 'Diese Seite drucken',
} satisfies typeof sheetText;
