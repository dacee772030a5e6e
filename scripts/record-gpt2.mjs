// Records what Hugging Face's tokenizer makes of hard texts, and how it classes every character, for tests and for
// src/data/gpt2-classes-bytes.ts. FOLDER holds two packages of npm: tokenizers (the library itself, in Rust) and tiktoken
// (whose ranks give GPT-2's merges back):
//   npm install --prefix FOLDER tokenizers@0.23.2 tiktoken@1.0.22 && node scripts/record-gpt2.mjs FOLDER; npm run fix
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const require = createRequire(path.resolve(process.argv[2] ?? '.', 'package.json'));
const [library, table] = ['tokenizers', 'tiktoken/encoders/gpt2.json'];
const { Tokenizer, byteLevelPreTokenizer } = require(library);
const { bpe_ranks: ranks } = require(table);
const to = (name) => path.join(import.meta.dirname, '../src/data', name);

const merges = mergesOf(tokensIn(ranks));
const mergesText = `#version: 0.2\n${merges.join('\n')}\n`;
writeFileSync(to('testing/gpt2-merges.txt.gz'), gzipSync(mergesText, { level: 9 }));
writeFileSync(to('gpt2-classes-bytes.ts'), classTable());
writeFileSync(to('testing/gpt2-texts.json'), `${JSON.stringify(await recorded())}\n`);

/** The bytes of each token, as Latin-1. */
function tokensIn(text) {
  const tokens = [];
  for (const line of text.split('\n')) {
    const [, first, ...more] = line.split(' ');
    more.forEach((token, i) => (tokens[Number(first) + i] = Buffer.from(token, 'base64').toString('latin1')));
  }
  return tokens;
}

/** A token is made of the two that remain once all earlier pairs are merged. */
function mergesOf(tokens) {
  const rankOf = new Map(tokens.map((token, rank) => [token, rank]));
  return tokens.slice(256).map((token, i) => {
    let parts = [...token];
    while (parts.length > 2) {
      const pairs = parts.slice(1).map((part, at) => rankOf.get(parts[at] + part) ?? Infinity);
      const first = Math.min(...pairs);
      if (first >= 256 + i) throw new Error(`token ${256 + i} is not of two earlier ones`);
      const at = pairs.indexOf(first);
      parts = parts.toSpliced(at, 2, parts[at] + parts[at + 1]);
    }
    return parts.map(visible).join(' ');
  });
}

function visible(latin1) {
  return [...Buffer.from(latin1, 'latin1')].map((byte) => visibleByte(byte)).join('');
}

function visibleByte(byte) {
  const isVisible = (b) => (b > 0x20 && b < 0x7f) || (b > 0xa0 && b !== 0xad);
  if (isVisible(byte)) return String.fromCodePoint(byte);
  return String.fromCodePoint(
    0x100 + Array.from({ length: byte }, (_, b) => b).filter((b) => !isVisible(b)).length,
  );
}

/** Runs of characters from U+0080 on that are of one class: neither (0), a letter (1), a number (2). */
function classTable() {
  const cutter = byteLevelPreTokenizer(false);
  const isOne = (text) => cutter.preTokenizeString(text).length === 1;
  const runs = [];
  let [current, length] = [0, 0];
  for (let point = 0x80; point < 0x110000; point++) {
    if (point >= 0xd800 && point < 0xe000) {
      length++; // halves of characters are none; they stay in the run before
      continue;
    }
    const character = String.fromCodePoint(point);
    const kind = isOne(`a${character}`) ? 1 : isOne(`1${character}`) ? 2 : 0;
    if (kind === current) length++;
    else {
      runs.push([length, (kind - current + 3) % 3]);
      [current, length] = [kind, 1];
    }
  }
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const text = runs
    .map(([length, step]) => {
      let value = 2 * length + step - 1;
      let written = '';
      for (; value >= 32; value >>>= 5) written += digits[32 + (value & 31)];
      return written + digits[value];
    })
    .join('');
  return [
    '// Written by scripts/record-gpt2.mjs: which characters from U+0080 on are letters or numbers for Hugging Face’s tokenizer,',
    '// whose Unicode is 16.0. Each number is twice the length of a run, and one more where the next run is two classes on; five',
    '// bits a digit of base64url, the lowest first, and 32 more where another digit follows.',
    `export const gpt2Classes =\n  '${text}';`,
    '',
  ].join('\n');
}

async function recorded() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-gpt2-'));
  try {
    const file = path.join(folder, 'tokenizer.json');
    writeFileSync(file, JSON.stringify(tokenizerJson()));
    const tokenizer = Tokenizer.fromFile(file);
    const idsOf = async (text) => (await tokenizer.encode(text, null, {})).getIds();
    const [texts, long] = [[], []];
    for (const text of hardTexts()) texts.push([text, await idsOf(text)]);
    for (const [unit, times] of longWords()) {
      const ids = await idsOf(unit.repeat(times));
      long.push({ unit, times, count: ids.length, sha256: hashOf(ids) });
    }
    return { texts, long };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function hashOf(ids) {
  return createHash('sha256')
    .update(new Uint8Array(Uint16Array.from(ids).buffer))
    .digest('hex');
}

function tokenizerJson() {
  const names = [
    ...Array.from({ length: 256 }, (_, byte) => visibleByte(byte)).sort(),
    ...merges.map((merge) => merge.replace(' ', '')),
  ];
  const end = '<|endoftext|>';
  return {
    ...{ version: '1.0', truncation: null, padding: null, normalizer: null, post_processor: null },
    added_tokens: [
      {
        id: 50256,
        content: end,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      },
    ],
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      ...{
        type: 'BPE',
        dropout: null,
        unk_token: null,
        continuing_subword_prefix: '',
        end_of_word_suffix: '',
        fuse_unk: false,
      },
      vocab: { ...Object.fromEntries(names.map((name, id) => [name, id])), [end]: 50256 },
      merges,
    },
  };
}

function longWords() {
  return [
    ['a', 100_000],
    ['ab', 50_000],
    ['Donaudampfschiff', 6000],
    ['漢', 30_000],
    ['0', 100_000],
    [' ', 100_000],
    ['=-', 50_000],
    ['ÃÂ', 20_000],
  ];
}

function hardTexts() {
  const points = (...all) => String.fromCodePoint(...all);
  return [
    'Hello world',
    ' Hello  world   ',
    "It's he'll we've I'd they're can't I'm 'tis 'sofa 'reading 'lls 'v 'l 'r",
    "IT'S HE'LL WE'VE 'S 'T 'RE",
    `"'s" ''s '''ve ''' 'ſ ' s '  've`,
    'I’m “typographic”: it’s – don’t…',
    'The quick brown fox jumps over the lazy dog. 1234567890, 3.14159 and 1e-12!',
    'tab\tafter\t\ttwo\n\nlines\r\n\r\nend\n',
    '\n\n\n   \n x\n  y \t z \u000b\u000c w',
    '   ',
    '\n',
    ' a',
    `no-break${points(0xa0)}space${points(0xa0, 0xa0)}two${points(0x2007)}figure${points(0x202f)}narrow ${points(0x3000)}wide${points(0x1680)}ogham`,
    `next${points(0x85)}line ${points(0x85)} zero${points(0x200b)}width ${points(0xfeff)}mark${points(0x180e)}vowel${points(0x2028)}line${points(0x2029)}paragraph`,
    'Grüße aus Köln, naïve façade — œuvre, Ångström, Dvořák, İstanbul, ß ẞ',
    `decomposed: e${points(0x301)} a${points(0x30a)}o${points(0x308, 0x323)} n${points(0x303)} ${points(0x301)} ${points(0x300, 0x301, 0x302)}`,
    '漢字かな交じり文は空白を持たないので長い語になります。句読点、「引用」・カタカナ',
    '中文没有空格，标点符号。１２３４ ＡＢＣ　全角',
    '한국어는 띄어쓰기가 있다. ㄱㄴㄷ 각',
    'Привет, мир! Ёжик и Щука — №5',
    'Γειά σου Κόσμε; ἀρχή ᾧ Ϡ',
    'שלום עולם ״ציטוט״ בְּרֵאשִׁית',
    'مرحبا بالعالم ١٢٣٤ ۱۲۳ بِسْمِ ٱللَّهِ',
    'नमस्ते दुनिया १२३ क्षत्रिय க்ஷ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം',
    'สวัสดีชาวโลก ๑๒๓ ພາສາລາວ ភាសាខ្មែរ မြန်မာ',
    'ⅠⅡⅢ ½ ¼ ² ³ ① ㊿ 〇 ᛮ ௰ 𝟘𝟙 🄁 𐄇',
    '😀😃 👩‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 ❤️ ☺︎ 1️⃣ 🏴‍☠️',
    'ªº ʰ ˈ ꞌ ǅ ﬁ ﬀ Ⓐ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐀𐐨 𞤀',
    `new letters ${points(0x10d50, 0x10d51)} ${points(0x1c89)} of 16.0, ${points(0x10940, 0xa7ce)} of 17.0, ${points(0x323b0, 0x33479)}`,
    `private ${points(0xe000)} ${points(0xf0000)} none ${points(0xffff)} ${points(0x10ffff)} ${points(0x378)} end`,
    `controls ${points(1, 2)}x${points(0x1c, 0x1d, 0x1e, 0x1f)}y${points(0x7f)} z${points(0)}0`,
    'def f(x):\n    if x == 0:\n        return {"a": [1, 2, 3]}\n\telse: pass  # why?\n',
    'https://example.org/a/b?c=d&e=%20#f user@example.org C:\\Program Files\\x',
    '<|endoftext|>',
    'one<|endoftext|>two <|endoftext|> three  <|endoftext|>\n\n<|endoftext|><|endoftext|>',
    '<|endoftext|<|endoftext|>|> <|endof text|> <|ENDOFTEXT|> <<|endoftext|>>',
    ' petertodd SolidGoldMagikarp ÃÂÃÂÃÂÃÂÃÂÃÂÃÂÃÂ rawdownloadcloneembedreportprint',
    '$x^2_i \\frac{a}{b} \\sum_{i=0}^{∞} αᵢ ≤ ∂f/∂x ∈ ℝ ≠ ∅ ⟨ψ|φ⟩ 10⁻¹²',
    'supercalifragilisticexpialidocious antidisestablishmentarianism Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    '!!! ??? ... --- ___ *** /// ::: ))) ((( """ ``` ~~~ ^^^ &&& %%% ### @@@',
    'a1b2c3 1a2b3c 4x4 v2.0.1 x86_64 COVID-19 3rd 1,000,000.00 0x7fff 12:34:56',
    "mixed 漢a字1b '漢 's漢 é's 1's !'s\n's\t's  's",
    points(...Array.from({ length: 95 }, (_, i) => 32 + i)),
    points(...Array.from({ length: 128 }, (_, i) => 128 + i)),
  ];
}
