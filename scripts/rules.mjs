// Rules and their citations. A rules document defines a rule by its bold number at the start of a line or of a list
// item: `**L9**`, or a part of it: `**L9a**`. Code, tests and documents cite it by its number: `(L9)`, `S1–S5`.
// A citation of a part counts for its rule. Pure.

/**
 * A section's letter and a number from 1, E0 as well; the letter of a part may follow. What looks alike is excluded:
 * - inside a longer word, path, escape or number: `K7QM4PTX9`, `%E0%A4`, `#F1F1F1`, `M20.4`, `L-8`, `S256`;
 * - f16, f32 and f64 as names of types: `F32`;
 * - a processor's name: `Apple M3`.
 */
const id = /(?<![\w%#&$./-])(?<!Apple )(?!F(?:16|32|64))(?:E0|[EFLRCMHSTJD][1-9]\d?)[a-z]?(?![\w%]|\.\d|-\d)/;
const cited = new RegExp(`(${id.source})(?:–(${id.source}))?`, 'g');
const defined = new RegExp(String.raw`^\s*(?:[-*] )?\*\*(${id.source})\*\*`, 'gm');
/** Not a URL: what stands before its slashes is a colon. */
const comment = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*$/gm;
/** Numbers in brackets of a message: `'a frame is 1 … 65,536 bytes (L8)'`. */
const inBrackets = new RegExp(String.raw`\((${id.source}(?:, ${id.source})*)\)`, 'g');

/** The rule of a part: L9 of L9a. @param {string} rule */
export function wholeOf(rule) {
  return rule.replace(/[a-z]$/, '');
}

/** Numbers that a rules document defines, in order; one that is defined twice comes twice. @param {string} text */
export function definitionsIn(text) {
  return [...text.matchAll(defined)].map(([, rule]) => rule);
}

/** Numbers cited anywhere in a text; a range stands for all in it. @param {string} text */
export function citationsIn(text) {
  return [...text.matchAll(cited)].flatMap(([, first, last]) => {
    if (last === undefined) return [first];
    const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
    if (first[0] !== last[0] || !(to >= from)) return [first, last];
    return Array.from({ length: to - from + 1 }, (_, i) => `${first[0]}${from + i}`);
  });
}

/** Numbers cited by product code: in its comments, and in brackets in its messages. @param {string} source */
export function citationsInCode(source) {
  const comments = (source.match(comment) ?? []).join('\n');
  const messages = [...source.replace(comment, '').matchAll(inBrackets)].map(([, list]) => list).join('\n');
  return citationsIn(`${comments}\n${messages}`);
}

/**
 * What is wrong, a sentence each.
 * @param {readonly {file: string, rules: readonly string[]}[]} documents what rules documents define
 * @param {readonly {file: string, kind: 'product' | 'test' | 'document', rules: readonly string[]}[]} files citations
 */
export function ruleProblems(documents, files) {
  const home = new Map();
  const problems = [];
  for (const { file, rules } of documents)
    for (const rule of rules) {
      if (home.has(rule)) problems.push(`${rule} is defined twice: in ${home.get(rule)} and in ${file}`);
      else home.set(rule, file);
    }
  for (const [rule, file] of home)
    if (rule !== wholeOf(rule) && !home.has(wholeOf(rule)))
      problems.push(`${file} defines ${rule}, a part of a rule that is not defined`);
  const citedBy = { product: new Set(), test: new Set(), document: new Set() };
  for (const { file, kind, rules } of files)
    for (const rule of new Set(rules)) {
      if (!home.has(rule)) problems.push(`${file} cites ${rule}, which no rules document defines`);
      citedBy[kind].add(wholeOf(rule));
    }
  for (const rule of home.keys()) {
    if (rule !== wholeOf(rule)) continue;
    if (!citedBy.product.has(rule)) problems.push(`no product file cites ${rule}`);
    if (!citedBy.test.has(rule)) problems.push(`no test cites ${rule}`);
  }
  return problems;
}
