// The text of: ui.
import { area } from './language';

export const uiText = area('ui', {
  // copy-link
  copied: 'Copied',
  selectLinkCopy: 'Select the link and copy it by hand:',

  // line-chart
  arrowKeysMove:
    'arrow keys move the crosshair, plus and minus zoom, Shift with arrows moves along, 0 shows all. With a pointer, drag to zoom and double-click to show all.',
  arrowKeysMoveCrosshair: 'arrow keys move the crosshair.',
  chart: 'Chart',
  firstPointAppears: 'This device has seen no step yet: the curve begins with the next one.',
  showAll: 'Show all',

  // lazy-part
  partMissing: 'This part of the page could not be fetched.',
  partNotYet: 'This part was not here yet when the page was printed. Print once more.',
  tryAgain: 'Try again',

  // modal
  close: 'Close',

  // panel
  viewPicture: 'View as picture',
  viewTable: 'View as table',
  table: (title: string) => `${title}, as a table`,

  // qr-code
  qrCodeLink: 'QR code of the link to join',
});
