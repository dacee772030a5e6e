// An HTML file that runs one model without a network: a card that can be read without its program, the model, and the program.
// What people wrote stands in it as text, never as HTML.
import { runtime } from 'virtual:app-runtime';
import { packAppData, type AppData } from './app-data';
import look from './app.css?inline';

export interface CardPart {
  readonly title: string;
  readonly text?: string;
  /** The first row names the columns. */
  readonly rows?: readonly (readonly string[])[];
}

export interface AppPage {
  readonly title: string;
  /** The description of the app, in a sentence or two. */
  readonly lead: string;
  readonly cardTitle: string;
  readonly card: readonly CardPart[];
  readonly data: AppData;
}

/** The file may load nothing and call nobody. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src blob: mediastream:',
].join('; ');

export function appFile({ title, lead, cardTitle, card, data }: AppPage): Blob {
  const parts = [
    `<!doctype html>\n<html lang="${inHtml(data.language)}">\n<head>\n<meta charset="utf-8">\n`,
    `<meta http-equiv="Content-Security-Policy" content="${inHtml(policy)}">\n`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${inHtml(title)}</title>\n`,
    `<style>${look}</style>\n</head>\n<body>\n<main>\n<h1>${inHtml(title)}</h1>\n<p class="quiet">${inHtml(lead)}</p>\n`,
    `<div id="app" class="card" data-broken="${inHtml(data.words.broken)}"></div>\n`,
    `<details class="card">\n<summary>${inHtml(cardTitle)}</summary>\n${card.map(cardHtml).join('')}</details>\n</main>\n`,
    `<script type="application/json" id="model">${packAppData(data)}</script>\n<script>`,
    runtime,
    '</script>\n</body>\n</html>\n',
  ];
  return new Blob(parts, { type: 'text/html' });
}

function cardHtml({ title, text, rows }: CardPart): string {
  const [head, ...body] = rows ?? [];
  const cells = (tag: 'th' | 'td', row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${inHtml(cell)}</${tag}>`).join('')}</tr>`;
  const table = head
    ? `<table><thead>${cells('th', head)}</thead><tbody>${body.map((row) => cells('td', row)).join('')}</tbody></table>\n`
    : '';
  return `<section>\n<h2>${inHtml(title)}</h2>\n${text === undefined ? '' : `<p>${inHtml(text)}</p>\n`}${table}</section>\n`;
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
