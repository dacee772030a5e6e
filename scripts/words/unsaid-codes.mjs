// Codes of sayings that no program says: their sentences would be translated for nobody.

/**
 * @param {readonly string[]} codes
 * @param {string} code All source text that may say one, as `'file-empty'`, or by its beginning: say(`engine-${kind}`).
 */
export function unsaidCodes(codes, code) {
  const beginnings = [...code.matchAll(/\bsay\(`([a-z-]+-)\$\{/g)].map(([, beginning]) => beginning);
  return codes.filter(
    (each) => !code.includes(`'${each}'`) && !beginnings.some((beginning) => each.startsWith(beginning)),
  );
}
