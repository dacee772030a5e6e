// The lint rule `lockstep/linear-regex`: a regular expression must not take quadratic time, for most of what we read
// comes from others. It reports two forms. The first begins, unanchored, with an unbounded quantifier, and needs more
// after it: `/\s*;/` reads a run of a thousand spaces from each of its thousand places. The second has an unbounded
// group whose last part is unbounded too and can repeat as the group: `/(a+)+b/`, which is even exponential.
// Harmless, and passed: `/\s+/` (nothing more is needed), `/^\s*;/` and the sticky flag (one place only), `/\b\w+:/` and
// `/(?<!\s)\s+$/` (one place a run), `/;\s*x/` (a run begins at one place), `/\s{0,9};/` (a bounded run).

/** An element of a pattern: what it is, whether it may be empty, and whether it has no greatest length. */
function elementsOf(source) {
  const elements = [];
  for (let at = 0; at < source.length;) {
    const end = atomEnd(source, at);
    const atom = source.slice(at, end);
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(end))?.[0] ?? '';
    elements.push({
      atom,
      isOptional: /^(?:[*?]|\{0[,}])/.test(quantifier),
      isUnbounded: /^(?:[*+]|\{\d+,\})/.test(quantifier),
    });
    at = end + quantifier.length;
  }
  return elements;
}

/** Where the atom that begins here ends: a group, a class, an escape or a character. */
function atomEnd(source, at) {
  if (source[at] === '\\') {
    const long = /^\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>)/.exec(source.slice(at));
    return at + (long ? long[0].length : 2);
  }
  if (source[at] === '[') return classEnd(source, at);
  if (source[at] !== '(') return at + 1;
  let depth = 0;
  for (let end = at; end < source.length;) {
    if (source[end] === '(') depth++;
    if (source[end] === ')') depth--;
    if (depth === 0) return end + 1;
    end = source[end] === '\\' ? end + 2 : source[end] === '[' ? classEnd(source, end) : end + 1;
  }
  return source.length;
}

function classEnd(source, at) {
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** The alternatives of a pattern, at its top level. */
function alternativesOf(source) {
  const alternatives = [''];
  for (let at = 0; at < source.length;) {
    const end = atomEnd(source, at);
    const atom = source.slice(at, end);
    if (atom === '|') alternatives.push('');
    else alternatives[alternatives.length - 1] += atom;
    at = end;
  }
  return alternatives;
}

/** The inside of a group that consumes; undefined for other atoms. */
function insideOf(atom) {
  if (!atom.startsWith('(') || /^\(\?<?[=!]/.test(atom)) return undefined;
  return atom.slice(1, -1).replace(/^\?(?::|<[^>]*>|[a-z-]*:)/, '');
}

const isPlace = (atom) => atom === '^' || atom === '\\b' || /^\(\?<[=!]/.test(atom);

/** Does an alternative begin, at any place, with an unbounded run, and need more after it? */
function beginsUnbounded(elements, needsMore) {
  for (const [i, { atom, isOptional, isUnbounded }] of elements.entries()) {
    if (isPlace(atom)) return false;
    const rest = elements.slice(i + 1);
    const isNeeded = needsMore || rest.some((element) => !element.isOptional);
    const inside = insideOf(atom);
    if (isUnbounded && isNeeded) return true;
    if (inside !== undefined)
      if (alternativesOf(inside).some((one) => beginsUnbounded(elementsOf(one), isNeeded))) return true;
    if (!isOptional && !/^\(\?[=!]/.test(atom)) return false;
  }
  return false;
}

/** Does a group repeat without end whose own last part, its only needed one, does too? */
function repeatsItself(elements) {
  return elements.some(({ atom, isUnbounded }) => {
    const inside = insideOf(atom);
    if (inside === undefined) return false;
    return alternativesOf(inside).some((alternative) => {
      const parts = elementsOf(alternative);
      const needed = parts.filter((part) => !part.isOptional || part.isUnbounded);
      return (isUnbounded && needed.length === 1 && needed[0].isUnbounded) || repeatsItself(parts);
    });
  });
}

/** Why a pattern may take quadratic time or worse; undefined when it is not one of the two forms. */
export function whySlow(source, flags = '') {
  const alternatives = alternativesOf(source).map(elementsOf);
  if (alternatives.some(repeatsItself)) return 'a group that repeats holds a part that repeats';
  if (flags.includes('y')) return undefined;
  if (alternatives.some((elements) => beginsUnbounded(elements, false)))
    return 'it begins with an unbounded run and needs more after it';
  return undefined;
}

export const linearRegexRule = {
  meta: { type: 'problem', schema: [], messages: { slow: '{{source}} is slow on long texts: {{why}}' } },
  create(context) {
    const check = (node, source, flags) => {
      const why = whySlow(source, flags);
      if (why) context.report({ node, messageId: 'slow', data: { source, why } });
    };
    const textOf = (node) =>
      typeof node?.value === 'string'
        ? node.value
        : node?.type === 'TemplateLiteral' && node.expressions.length === 0
          ? node.quasis[0].value.cooked
          : undefined;
    const made = (node) => {
      const [source, flags] = node.arguments.map(textOf);
      if (source !== undefined && node.callee.name === 'RegExp') check(node, source, flags);
    };
    return {
      Literal: (node) => node.regex && check(node, node.regex.pattern, node.regex.flags),
      NewExpression: made,
      CallExpression: made,
    };
  },
};
