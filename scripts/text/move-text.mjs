// Moves the text of the files of an area (areas.json) into app/text/AREA.ts, and reads it from there. Types say what is a text.
// node scripts/text/move-text.mjs [AREA …] [--write]; without --write it prints what it would move, and what it is not sure of.
import ts from 'typescript';
import fs from 'node:fs';
import path from 'node:path';
const root = process.cwd();
const areas = JSON.parse(fs.readFileSync(path.join(root, 'scripts/text/areas.json'), 'utf8'));
const want = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const write = process.argv.includes('--write');
const names = want.length ? want : Object.keys(areas);
const cfg = ts.getParsedCommandLineOfConfigFile(
  path.join(root, 'tsconfig.json'),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.error },
);
const dts = cfg.fileNames.filter((f) => f.endsWith('.d.ts'));
const rootNames = [...dts, ...names.flatMap((n) => areas[n].files).map((f) => path.resolve(root, f))];
const program = ts.createProgram({ rootNames, options: cfg.options });
const checker = program.getTypeChecker();
const labelAttr =
  /^(label|title|hint|placeholder|aria-label|summary|problem|alt|caption|unit|text|lead|note|children|words|empty|what|xLabel|yLabel|axis|ariaLabel|description|aria-valuetext|aria-roledescription|help|confirm|heading|legend|data-label)$/;
const denyAttr =
  /^(className|id|key|type|role|kind|tone|href|to|d|viewBox|style|htmlFor|transform|autoComplete|autoCapitalize|inputMode|spellCheck|aria-hidden|aria-live|aria-current|aria-labelledby|aria-describedby|aria-controls|aria-haspopup|xmlns|fill|stroke|textAnchor|method|encType|accept|path|rel|target|preserveAspectRatio|patternUnits|name|side|align|orientation|dominantBaseline|markerEnd|strokeDasharray|as|variant|enterKeyHint|pattern|size|width|height|strokeLinecap|overflow|clipPath|points|data-.*|x|y|x1|x2|y1|y2|dx|dy|tabIndex|lang|mask|filter)$/;
const denyCall =
  /^(getElementById|querySelector|querySelectorAll|addEventListener|removeEventListener|getItem|setItem|removeItem|fetch|matchMedia|getContext|split|replace|replaceAll|startsWith|endsWith|includes|has|get|set|test|lazy|createElement|createElementNS|setAttribute|getAttribute|removeAttribute|postMessage|mark|measure|Symbol|log|warn|error|info|match|indexOf|toLocaleString|getPropertyValue|setProperty|closest|matches|Error|TypeError|RangeError|URL|Worker|NumberFormat|createObjectURL|emit|dispatchEvent|BroadcastChannel|localeCompare|useLocalStorage|RegExp|read|hasOwn|delete|literal|picklist|object|toFixed|toggleAttribute|CustomEvent|Event|invalidate|navigate|define|useRoute|ofKind|add|CSS|supports|requireFor|requestPermission|query|decodeURIComponent)$/;
const small = new Set(
  'a an the of to is are it its this that and or in on for with be by as at has have was'.split(' '),
);
const words = (s) => (s.match(/[A-Za-z’]+/g) ?? []).map((w) => w.replace(/’/g, ''));
const reserved = new Set(
  'default delete new for if in is else case class const return this true false null void with do try switch while export import function'.split(
    ' ',
  ),
);
function keyFor(text, used) {
  let ws = words(text.replace(/\$\{[^}]*\}/g, ' '));
  const big = ws.filter((w) => !small.has(w.toLowerCase()));
  if (big.length) ws = big;
  let key = '';
  let n = 0;
  for (const w of ws) {
    if (n >= 3 || (key.length + w.length > 22 && n > 0)) break;
    key += n === 0 ? w.toLowerCase() : w[0].toUpperCase() + w.slice(1).toLowerCase();
    n++;
  }
  if (!key) key = 'text';
  if (reserved.has(key)) key += 'Word';
  let k = key;
  for (let i = 2; used.has(k); i++) {
    if (n < ws.length && i < 6) {
      k = key = key + ws[n][0].toUpperCase() + ws[n].slice(1).toLowerCase();
      n++;
      i--;
      if (!used.has(k)) break;
      if (n > 7) {
        i = 6;
      }
      continue;
    }
    k = key + i;
  }
  return k;
}
const quote = (s) =>
  s.includes("'") && !s.includes('"')
    ? `"${s}"`
    : `'${s.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`;

function jsxTextValue(raw) {
  // as React: lines trimmed, joined by one space
  const lines = raw.split(/\r\n|\n|\r/);
  let last = 0;
  lines.forEach((l, i) => {
    if (/[^ \t]/.test(l)) last = i;
  });
  let out = '';
  lines.forEach((line, i) => {
    let t = line.replace(/\t/g, ' ');
    if (i !== 0) t = t.replace(/^ +/, '');
    if (i !== lines.length - 1) t = t.replace(/ +$/, '');
    if (t) {
      if (i !== last) t += ' ';
      out += t;
    }
  });
  return out
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;|&apos;/g, "'");
}

for (const areaName of names) {
  const area = areas[areaName];
  const object =
    area.object ??
    areaName
      .split('/')
      .pop()
      .replace(/-(\w)/g, (_, c) => c.toUpperCase()) + 'Text';
  const outFile = `app/text/${areaName}.ts`;
  const used = new Map(); // key -> code
  const byCode = new Map(); // code -> key
  const sections = [];
  const deny = (area.deny ?? []).map((s) => s);
  const allow = area.allow ?? [];
  const skipFiles = area.skip ?? [];
  const ren = area.keys ?? {};
  let usesPlural = false;
  const log = [];
  function entry(code, textForKey) {
    if (byCode.has(code)) return byCode.get(code);
    const plain = textForKey;
    let key = ren[plain] ?? keyFor(plain, used);
    used.set(key, code);
    byCode.set(code, key);
    return key;
  }
  for (const file of area.files) {
    const sf = program.getSourceFile(path.resolve(root, file));
    const src = sf.text;
    const edits = []; // {start,end,text}
    const before = used.size;
    const lineOf = (n) => sf.getLineAndCharacterOfPosition(n.getStart(sf)).line + 1;
    const typeOf = (e) => checker.getTypeAtLocation(e);
    const isTextType = (t) =>
      (t.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0 ||
      (t.isUnion() && t.types.every(isTextType));
    function inFunction(n) {
      for (let p = n.parent; p; p = p.parent)
        if (ts.isFunctionLike(p) && !(p.kind === ts.SyntaxKind.GetAccessor && false)) return true;
      return false;
    }
    function rejectedByContext(n) {
      const p = n.parent;
      if (
        ts.isImportDeclaration(p) ||
        ts.isExportDeclaration(p) ||
        ts.isLiteralTypeNode(p) ||
        ts.isExternalModuleReference(p)
      )
        return true;
      if (ts.isPropertyAssignment(p) && p.name === n) return true;
      if (ts.isElementAccessExpression(p) && p.argumentExpression === n) return true;
      if (ts.isCaseClause(p)) return true;
      if (ts.isBinaryExpression(p) && /^(===|!==|==|!=|in|<|>)$/.test(p.operatorToken.getText(sf)))
        return true;
      if ((ts.isCallExpression(p) || ts.isNewExpression(p)) && p.expression !== n) {
        const c = p.expression;
        const nm = ts.isPropertyAccessExpression(c) ? c.name.text : c.getText(sf);
        if (c.kind === ts.SyntaxKind.ImportKeyword || denyCall.test(nm)) return true;
      }
      // attributes
      for (let q = n, r = n.parent; r; q = r, r = r.parent) {
        if (ts.isJsxAttribute(r)) {
          if (denyAttr.test(r.name.getText(sf))) return true;
          break;
        }
        if (ts.isFunctionLike(r) || ts.isJsxElement(r)) break;
        if (ts.isTaggedTemplateExpression(r)) return true;
        if (
          ts.isPropertyAssignment(r) &&
          /^(className|kind|tone|id|key|type|color|href|d|transform|className)$/.test(r.name.getText(sf))
        )
          return true;
      }
      return false;
    }
    function literalOnly(n) {
      let t = checker.getContextualType(n);
      if (!t) return false;
      t = checker.getNonNullableType(t);
      const isLit = (x) =>
        (x.flags &
          (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral)) !==
        0;
      return isLit(t) || (t.isUnion() && t.types.every(isLit));
    }
    const labelled = (n) =>
      ts.isPropertyAssignment(n.parent) &&
      n.parent.initializer === n &&
      /^(label|title|hint|caption|detail)$/.test(n.parent.name.getText(sf))
        ? true
        : ts.isJsxAttribute(n.parent)
          ? labelAttr.test(n.parent.name.getText(sf))
          : ts.isJsxExpression(n.parent) && ts.isJsxAttribute(n.parent.parent)
            ? labelAttr.test(n.parent.parent.name.getText(sf))
            : false;
    function judge(n, plain) {
      const flat = plain.replace(/\$\{[^}]*\}/g, '');
      if (skipFiles.includes(path.basename(sf.fileName))) return 'no';
      if (deny.includes(plain)) return 'no';
      if (!/[A-Za-z]{2,}/.test(flat) && !/[A-Za-z]/.test(flat)) return 'no';
      if (rejectedByContext(n)) return 'no';
      if (literalOnly(n)) return /\s/.test(flat.trim()) ? 'odd' : 'no';
      if (allow.includes(plain) || allow.includes(path.basename(sf.fileName) + ':' + plain)) return 'text';
      if (
        /^(translate|rotate|scale|calc|var|url|rgb|rgba|hsl|M)\b|\bscale\(|translate\(|url\(#|^[MLHVZCAz0-9 ,.\-]+$/.test(
          flat,
        )
      )
        return 'no';
      if (/^(https?:|\.{0,2}\/|#|--|\.)/.test(flat)) return 'no';
      if (labelled(n)) return 'text';
      if (/[A-Za-z’,.:;…] +\S|^ \w|\w $/.test(flat) || /^[A-Z][a-z]+/.test(flat)) return 'text';
      if (!/[A-Za-z]{2,}/.test(flat)) return 'odd';
      return 'odd';
    }
    const pname = (e, taken) => {
      let x = e;
      for (;;) {
        if (ts.isNonNullExpression(x) || ts.isParenthesizedExpression(x) || ts.isAsExpression(x))
          x = x.expression;
        else if (ts.isCallExpression(x)) {
          if (
            ts.isPropertyAccessExpression(x.expression) &&
            /^(join|toFixed|toLowerCase|toPrecision|map|filter|slice|replace|trim|toString)$/.test(
              x.expression.name.text,
            )
          ) {
            x = x.expression.expression;
          } else if (
            x.arguments.length &&
            /^(format|String|name|capital|spell|join|pathOf|words)/.test(x.expression.getText(sf))
          )
            x = x.arguments[0];
          else {
            x = x.expression;
            break;
          }
        } else break;
      }
      let nm = 'value';
      if (ts.isIdentifier(x)) nm = x.text;
      else if (ts.isPropertyAccessExpression(x)) {
        nm = x.name.text;
        if (nm === 'length') nm = 'count';
      } else if (ts.isBinaryExpression(x)) nm = 'value';
      nm = nm
        .replace(/^(format|of)(?=[A-Z])/, '')
        .replace(/^./, (c) => c.toLowerCase())
        .replace(/Words$/, '');
      if (!/^[a-z_$][\w$]*$/i.test(nm) || reserved.has(nm)) nm = 'value';
      let k = nm;
      for (let i = 2; taken.has(k); i++) k = nm + i;
      taken.add(k);
      return k;
    };
    const typeName = (e) => {
      const t = typeOf(e);
      const all = t.isUnion() ? t.types : [t];
      const set = new Set(
        all.map((x) =>
          x.flags & ts.TypeFlags.StringLike
            ? 'string'
            : x.flags & ts.TypeFlags.NumberLike
              ? 'number'
              : x.flags & ts.TypeFlags.Undefined
                ? 'undefined'
                : x.flags & ts.TypeFlags.BooleanLike
                  ? 'boolean'
                  : 'unknown',
        ),
      );
      return [...set].join(' | ');
    };
    const plainString = (e) => ts.isStringLiteral(e) || ts.isNoSubstitutionTemplateLiteral(e);
    /** pieces: array of string | Expression → call code */
    function compose(pieces, node) {
      const taken = new Set();
      const params = [];
      const byExpr = new Map();
      let body = '';
      let keytext = '';
      const addParam = (e, type) => {
        const txt = e.getText(sf) + '|' + (type ?? '');
        if (byExpr.has(txt)) return byExpr.get(txt);
        const nm = pname(e, taken);
        params.push({ nm, type: type ?? typeName(e), e });
        byExpr.set(txt, nm);
        return nm;
      };
      const esc = (s) =>
        s.replace(/\\/g, '\\\\').replace(/`/g, '\\`').replace(/\$\{/g, '\\${').replace(/\n/g, '\\n');
      let exprs = 0;
      for (const p of pieces) {
        if (typeof p === 'string') {
          body += esc(p);
          keytext += p;
          continue;
        }
        let e = p;
        while (ts.isParenthesizedExpression(e)) e = e.expression;
        if (plainString(e)) {
          body += esc(e.text);
          keytext += e.text;
          continue;
        }
        exprs++;
        if (
          ts.isConditionalExpression(e) &&
          plainString(e.whenTrue) &&
          plainString(e.whenFalse) &&
          ts.isBinaryExpression(e.condition) &&
          /^(===|!==)$/.test(e.condition.operatorToken.getText(sf)) &&
          e.condition.right.getText(sf) === '1' &&
          /number/.test(typeName(e.condition.left))
        ) {
          const nm = addParam(e.condition.left, typeName(e.condition.left));
          const eq = e.condition.operatorToken.getText(sf) === '===';
          const [one, other] = eq ? [e.whenTrue.text, e.whenFalse.text] : [e.whenFalse.text, e.whenTrue.text];
          usesPlural = true;
          body += `\${plural(${nm}, { one: ${quote(one)}, other: ${quote(other)} })}`;
          continue;
        }
        if (
          ts.isConditionalExpression(e) &&
          plainString(e.whenTrue) &&
          plainString(e.whenFalse) &&
          /boolean/.test(typeName(e.condition)) &&
          ts.isIdentifier(e.condition)
        ) {
          const nm = addParam(e.condition, 'boolean');
          body += `\${${nm} ? ${quote(e.whenTrue.text)} : ${quote(e.whenFalse.text)}}`;
          continue;
        }
        body += `\${${addParam(e)}}`;
        keytext += ' ${x} ';
      }
      if (params.length === 0) {
        const key = entry(quote(body.replace(/\\`/g, '`').replace(/\\\\/g, '\\')), keytext);
        return `${object}.${key}`;
      }
      const code = `(${params.map((p) => `${p.nm}: ${p.type}`).join(', ')}) => \`${body}\``;
      for (const p of params)
        if (/unknown|undefined/.test(p.type))
          log.push(`?? ${file}:${lineOf(node)} param ${p.nm}: ${p.type} in ${body}`);
      const key = entry(code, keytext);
      return `${object}.${key}(${params.map((p) => rewritten(p.e)).join(', ')})`;
    }
    /** Source of a node with nested edits applied. */
    function rewritten(node) {
      const mark = edits.length;
      visit(node);
      const own = edits.splice(mark).sort((a, b) => b.start - a.start);
      let s = src.slice(node.getStart(sf), node.end);
      const off = node.getStart(sf);
      for (const e of own) s = s.slice(0, e.start - off) + e.text + s.slice(e.end - off);
      return s;
    }
    function place(n, call) {
      // a JSX attribute's string needs braces
      const isModule = !inFunction(n);
      let text = call;
      let start = n.getStart(sf),
        end = n.end;
      if (ts.isJsxAttribute(n.parent)) text = `{${call}}`;
      if (isModule) {
        // nearest property assignment whose initializer contains n
        let q = n;
        while (
          q.parent &&
          !ts.isPropertyAssignment(q.parent) &&
          !ts.isVariableDeclaration(q.parent) &&
          !ts.isArrayLiteralExpression(q.parent)
        )
          q = q.parent;
        if (ts.isPropertyAssignment(q.parent) && q.parent.initializer === n) {
          start = q.parent.getStart(sf);
          end = q.parent.end;
          text = `get ${q.parent.name.getText(sf)}() { return ${call}; }`;
        } else
          log.push(`!! module level ${file}:${lineOf(n)} ${src.slice(n.getStart(sf), n.end).slice(0, 80)}`);
      }
      edits.push({ start, end, text });
    }
    function visit(n) {
      if (ts.isTypeNode(n) || ts.isImportDeclaration(n)) return;
      if (ts.isJsxElement(n) || ts.isJsxFragment(n)) {
        // runs of text and simple expressions
        const opening = ts.isJsxElement(n) ? n.openingElement : undefined;
        if (opening) visit(opening);
        let i = 0;
        const kids = n.children;
        while (i < kids.length) {
          const isPiece = (k) =>
            ts.isJsxText(k) ||
            (ts.isJsxExpression(k) &&
              k.expression &&
              (plainString(k.expression) || isTextType(typeOf(k.expression))));
          if (!isPiece(kids[i])) {
            visit(kids[i]);
            i++;
            continue;
          }
          let j = i;
          while (j < kids.length && isPiece(kids[j])) j++;
          let run = kids.slice(i, j);
          const texts = run.map((k) => (ts.isJsxText(k) ? jsxTextValue(k.text) : k.expression));
          let pieces = texts.filter((t) => typeof t !== 'string' || t !== '');
          const flat = pieces
            .map((p) => (typeof p === 'string' ? p : plainString(p) ? p.text : '${x}'))
            .join('');
          const lit = flat.replace(/\$\{x\}/g, '');
          if (
            !/[A-Za-z]{2,}|[A-Za-z]\b/.test(lit) ||
            deny.includes(flat) ||
            !run.some((k) => ts.isJsxText(k) && /[A-Za-z]/.test(k.text))
          ) {
            run.forEach(visit);
            i = j;
            continue;
          }
          // spaces at the ends stay outside
          let lead = '',
            trail = '';
          if (typeof pieces[0] === 'string') {
            const m = pieces[0].match(/^\s+/);
            if (m) {
              lead = m[0];
              pieces[0] = pieces[0].slice(lead.length);
              if (!pieces[0]) pieces.shift();
            }
          }
          const lp = pieces.length - 1;
          if (typeof pieces[lp] === 'string') {
            const m = pieces[lp].match(/\s+$/);
            if (m) {
              trail = m[0];
              pieces[lp] = pieces[lp].slice(0, -trail.length);
              if (!pieces[lp]) pieces.pop();
            }
          }
          const call = compose(pieces, run[0]);
          const sp = (s) => (s ? `{${quote(s)}}` : '');
          // keep newlines of layout
          const first = run[0],
            lastk = run[run.length - 1];
          const s0 = first.getFullStart ? first.pos : first.getStart(sf);
          edits.push({ start: s0, end: lastk.end, text: `${sp(lead)}{${call}}${sp(trail)}` });
          i = j;
        }
        return;
      }
      if (plainString(n)) {
        if (ts.isJsxAttribute(n.parent) || !ts.isJsxText(n)) {
          const v = judge(n, n.text);
          if (v === 'text') {
            place(n, compose([n.text], n));
            return;
          }
          if (v === 'odd')
            log.push(
              `odd ${file}:${lineOf(n)} ${JSON.stringify(n.text)} in ${n.parent.getText(sf).slice(0, 70).replace(/\s+/g, ' ')}`,
            );
        }
        return;
      }
      if (ts.isTemplateExpression(n)) {
        const plain = n.head.text + n.templateSpans.map((s) => '${x}' + s.literal.text).join('');
        const hasCss = n.templateSpans.some(
          (s) => /^\(?css\b/.test(s.expression.getText(sf)) || /\bcss\./.test(s.expression.getText(sf)),
        );
        const pluralSpan = n.templateSpans.some((s) => {
          let e = s.expression;
          return (
            ts.isConditionalExpression(e) &&
            plainString(e.whenTrue) &&
            plainString(e.whenFalse) &&
            ts.isBinaryExpression(e.condition) &&
            e.condition.right.getText(sf) === '1'
          );
        });
        const v = hasCss ? 'no' : pluralSpan ? 'text' : judge(n, plain);
        if (v === 'text') {
          const pieces = [n.head.text];
          for (const s of n.templateSpans) {
            pieces.push(s.expression);
            pieces.push(s.literal.text);
          }
          place(
            n,
            compose(
              pieces.filter((p) => p !== ''),
              n,
            ),
          );
          return;
        }
        if (v === 'odd') log.push(`odd ${file}:${lineOf(n)} \`${plain}\``);
      }
      if (ts.isTaggedTemplateExpression(n)) return;
      ts.forEachChild(n, visit);
    }
    visit(sf);
    if (edits.length) {
      let out = src;
      for (const e of edits.sort((a, b) => b.start - a.start))
        out = out.slice(0, e.start) + e.text + out.slice(e.end);
      let rel = path.relative(path.dirname(file), outFile.replace(/\.ts$/, ''));
      if (!rel.startsWith('.')) rel = './' + rel;
      const imp = `import { ${object} } from '${rel}';\n`;
      const imports = sf.statements.filter(ts.isImportDeclaration);
      const cssImp = imports.find((s) => /\.css'/.test(s.getText(sf)));
      const at = cssImp
        ? cssImp.getStart(sf)
        : imports.length
          ? imports[imports.length - 1].end + 1
          : src.match(/^(\/\/.*\n)*/)[0].length;
      out = out.slice(0, at) + imp + out.slice(at);
      if (write) fs.writeFileSync(path.resolve(root, file), out);
      sections.push({ file, keys: [...used.keys()].slice(before) });
    }
  }
  // area file
  let body = '';
  for (const { file, keys } of sections) {
    if (!keys.length) continue;
    body += `  // ${path.basename(file).replace(/\.tsx?$/, '')}\n`;
    for (const k of keys) body += `  ${k}: ${used.get(k)},\n`;
    body += '\n';
  }
  const code = `// ${area.title ?? `The text of: ${areaName}.`}\nimport { area${usesPlural ? ', plural' : ''} } from '${'../'.repeat(areaName.split('/').length - 1) || './'}language';\n\nexport const ${object} = area('${areaName}', {\n${body.replace(/\n+$/, '\n')}});\n`;
  if (write && body) {
    fs.mkdirSync(path.dirname(path.resolve(root, outFile)), { recursive: true });
    fs.writeFileSync(path.resolve(root, outFile), code);
  }
  console.log(`=== ${areaName}: ${used.size} entries`);
  if (!write || process.argv.includes('--show')) console.log(body);
  console.log(log.join('\n'));
}
