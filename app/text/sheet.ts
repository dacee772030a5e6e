// The text of: sheet.
import { area } from './language';

export const sheetText = area('sheet', {
  // sheet
  roomServer: 'The room server:',
  printPage: 'Print this page',
});
