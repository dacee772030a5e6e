// The German text of: ui.
import type { uiText } from '../ui';

export const ui = {
  copied: 'Kopiert',
  selectLinkCopy: 'Markiere den Link und kopiere ihn von Hand:',
  arrowKeysMove:
    'Pfeiltasten bewegen das Fadenkreuz, Plus und Minus zoomen, Umschalt mit Pfeilen verschiebt, 0 zeigt alles. Mit einem Zeiger: Ziehen zoomt, Doppelklick zeigt alles.',
  arrowKeysMoveCrosshair: 'Pfeiltasten bewegen das Fadenkreuz.',
  chart: 'Diagramm',
  firstPointAppears: 'Dieses Gerät hat noch keinen Schritt gesehen: Die Kurve beginnt mit dem nächsten.',
  showAll: 'Alles zeigen',
  partMissing: 'Dieser Teil der Seite konnte nicht geladen werden.',
  partNotYet: 'Dieser Teil war beim Drucken noch nicht da. Drucke noch einmal.',
  tryAgain: 'Erneut versuchen',
  close: 'Schließen',
  viewPicture: 'Als Bild zeigen',
  viewTable: 'Als Tabelle zeigen',
  table: (title) => `${title}, als Tabelle`,
  qrCodeLink: 'QR-Code des Links zum Beitreten',
} satisfies typeof uiText;
