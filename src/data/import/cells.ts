// What one cell of a table says. Pure, and equal on every engine: members read the same file to the same numbers. People
// write numbers in many ways; a column has one of them (column-profile.ts), and here is what a cell is in each.

/** The kinds of the decimal mark. Other marks of it group the digits before: 1,234.5 or 1.234,5. */
export type DecimalMark = 'point' | 'comma';

export interface NumberCell {
  /** Undefined: no number with this mark. */
  readonly point: number | undefined;
  readonly comma: number | undefined;
  /** What stands beside it: '%', a currency, or nothing. */
  readonly unit: string;
  /** Written as programs write it. */
  readonly isPlain: boolean;
}

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const around =
  /^([+\-\u2212\u2013]?)\s*([$€£¥₹]|CHF|EUR|USD|GBP|Fr\.)?\s*([+\-\u2212\u2013]?)\s*([\d.,'’ \u00a0\u2009\u202f]*\d[.,]?(?:e[+\-\u2212]?\d{1,3})?)\s*(%|‰|[$€£¥₹]|CHF|EUR|USD|GBP)?$/i;
/** Spaces and apostrophes only ever group digits. */
const spaced = /^\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+(?=$|[.,e])/i;
const written: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^(?:\d+|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3})?(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i,
  comma: /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)?(?:,\d*)?(?:e[+-]?\d{1,3})?$/i,
};
/** A value that cannot be learned from: it is a gap, too. */
const endless = /^[+\-\u2212]?(inf|infinity|∞)$/i;
/** They are gaps among numbers, and may be words or classes among texts. */
const gapWords = new Set(
  'na|n/a|n.a.|#n/a|#na|nan|null|none|nil|\\n|?|-|--|–|—|.|#div/0!|#value!|#ref!|#name?|#num!|#null!|k.a.|missing'.split(
    '|',
  ),
);
/** No class has such a name. */
const sureGaps = new Set(['', '?', 'nan']);
/** Squares of such numbers can still be added up. */
const mostMagnitude = 1e100;

/** Undefined: no number in any way. */
export function numberIn(cell: string): NumberCell | undefined {
  if (plain.test(cell)) {
    const value = inRange(Number(cell));
    if (value === undefined) return undefined;
    const at = cell.indexOf('.');
    if (at < 0) return { point: value, comma: value, unit: '', isPlain: true };
    // Most numbers: no three digits follow, so that the point cannot part thousands.
    if (cell.length - at !== 4) return { point: value, comma: undefined, unit: '', isPlain: true };
    return {
      isPlain: true,
      point: value,
      comma: valueOf(cell.replace(/^[+-]/, ''), 'comma', cell[0] === '-'),
      unit: '',
    };
  }
  const wrapped = cell.length < 60 && (cell[0] === '=' || cell[0] === '(') ? unwrapped(cell) : undefined;
  if (wrapped) return wrapped;
  const match = cell.length < 60 ? around.exec(cell) : null;
  if (!match) return undefined;
  const [, sign, before = '', inner, digits, after = ''] = match;
  if ((sign && inner) || (before && after)) return undefined;
  const grouped = spaced.exec(digits);
  const joined = grouped ? grouped[0].replace(/[^\d]/g, '') + digits.slice(grouped[0].length) : digits;
  const text = joined.replace('\u2212', '-');
  const isNegative = /[-\u2212\u2013]/.test(sign + inner);
  const point = valueOf(text, 'point', isNegative);
  const comma = valueOf(text, 'comma', isNegative);
  if (point === undefined && comma === undefined) return undefined;
  return { point, comma, isPlain: false, unit: (before || after).toUpperCase() };
}

/** ="1.5", by which Excel is told to leave a cell as it is, and (1.5), which bookkeepers write for −1.5. */
function unwrapped(cell: string): NumberCell | undefined {
  const [, formula, owed] = /^(?:="?([^"=()]+)"?|\(([^"=()+-]+)\))$/.exec(cell) ?? [];
  const number = (formula ?? owed) ? numberIn((formula ?? owed).trim()) : undefined;
  if (!number) return undefined;
  const sign = owed === undefined ? 1 : -1;
  const { point, comma } = number;
  return {
    unit: number.unit,
    isPlain: false,
    point: point === undefined ? undefined : sign * point,
    comma: comma === undefined ? undefined : sign * comma,
  };
}

/** Whether a cell is a number with either mark. */
export function isNumber(cell: string): boolean {
  return numberIn(cell) !== undefined;
}

/** Nothing stands there, whatever the column holds. */
export function isSureGap(cell: string): boolean {
  return cell.length < 4 && sureGaps.has(cell.toLowerCase());
}

/** What people write for a gap among numbers. */
export function isGapWord(cell: string): boolean {
  return cell.length < 10 && (gapWords.has(cell.toLowerCase()) || endless.test(cell));
}

function valueOf(text: string, mark: DecimalMark, isNegative: boolean): number | undefined {
  if (!written[mark].test(text) || !/^[.,]?\d/.test(text)) return undefined;
  const bare = mark === 'point' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  return inRange(isNegative ? -Number(bare) : Number(bare));
}

function inRange(value: number): number | undefined {
  return Math.abs(value) <= mostMagnitude ? value : undefined;
}
