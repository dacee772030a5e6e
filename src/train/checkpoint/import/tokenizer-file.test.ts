// Tokenizers of GPT-2's family from files, in both forms; hostile ones are refused with a sentence.
import { expect, test } from 'vitest';
import { inEnglish } from '../../../cli/english/in-english';
import { gpt2, gpt2Lines, gpt2Names } from '../../../data/testing/gpt2';
import { readTokenizer } from './tokenizer-file';

const end = '<|endoftext|>';
const vocab = Object.fromEntries([...gpt2Names, end].map((name, id) => [name, id]));
const added = {
  id: 50_256,
  content: end,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
};
const whole = {
  added_tokens: [added],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
  model: { type: 'BPE', dropout: null, vocab, merges: gpt2Lines },
};
const json = (value: unknown): Blob => new Blob([JSON.stringify(value)]);
const sentence = async (tokenizer: Blob, merges?: Blob): Promise<string> => {
  const read = await readTokenizer(merges ? { tokenizer, merges } : { tokenizer });
  return read.ok ? 'taken' : inEnglish(read.error.says);
};

test('GPT-2’s own tokenizer is read from tokenizer.json, and from vocab.json with merges.txt; its ids are ours', async () => {
  const merges = new Blob([`#version: 0.2\n${gpt2Lines.join('\n')}\n`]);
  const pairs = gpt2Lines.map((line) => line.split(' '));
  for (const files of [
    { tokenizer: json(whole) },
    { tokenizer: json({ ...whole, model: { ...whole.model, merges: pairs } }) },
    { tokenizer: json(vocab), merges },
  ]) {
    const read = await readTokenizer(files);
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    expect(read.value.vocabulary).toEqual(gpt2);
    expect(read.value.rows).toEqual(Array.from({ length: 50_257 }, (_, id) => id));
    expect(read.value.leftOut).toEqual([]);
  }
});

test('tokens in another order keep their rows', async () => {
  const moved = Object.fromEntries([end, ...gpt2Names.toReversed()].map((name, id) => [name, id]));
  const read = await readTokenizer({
    tokenizer: json({
      ...whole,
      added_tokens: [{ ...added, id: 0 }],
      model: { ...whole.model, vocab: moved },
    }),
  });
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  expect(read.value.vocabulary).toEqual(gpt2);
  expect(read.value.rows).toEqual([...Array.from({ length: 50_256 }, (_, at) => 50_256 - at), 0]);
});

test('what does not fit is named', async () => {
  const few = { ...whole.model, merges: gpt2Lines.slice(0, 5) };
  const model = (change: object): Blob => json({ ...whole, model: { ...few, ...change } });
  const beside = (...tokens: object[]): Blob =>
    json({ ...whole, model: few, added_tokens: tokens.map((token) => ({ ...added, ...token })) });
  // Each merge doubles the last token: 2^k bytes.
  const doubling = Array.from({ length: 9 }, (_, k) => `${'a'.repeat(2 ** k)} ${'a'.repeat(2 ** k)}`);
  const cases: readonly (readonly [Blob, RegExp])[] = [
    [model({ merges: ['h e', 'he'] }), /merge 2 is not of two earlier tokens/],
    [
      model({ merges: Array.from({ length: 65_280 }, () => 'a b') }),
      /it has 65,537 byte pairs and bytes; at most 65,536 fit/,
    ],
    [model({ merges: doubling }), /pair 9 is longer than a word/],
    [model({ vocab: { ...vocab, Hello: 1.5 } }), /tokenizer\.json: model\.vocab: it is no list of tokens/],
    [model({ vocab: { ...vocab, he: 7 } }), /two of its tokens have one number/],
    [model({ dropout: 0.1 }), /it leaves out merges at random/],
    [model({ ignore_merges: true }), /it takes whole words before it merges pairs/],
    [beside({ lstrip: true }), /its token “<\|endoftext\|>” does not stand for itself alone/],
    [beside({ content: '' }), /its token “” does not stand for itself alone/],
    [beside({ id: 257 }), /two of its tokens have one number/],
    [beside({}, {}), /two of its tokens have one number, or are the same/],
    [
      beside(...Array.from({ length: 65 }, (_, i) => ({ id: 50_256 + i, content: `<${i}>` }))),
      /it has 65 tokens beside its pairs; at most 64 fit/,
    ],
    [
      json({ ...whole, model: few, pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true } }),
      /it cuts words neither as GPT-2 does nor as Lockstep does/,
    ],
    [new Blob(['[['.repeat(60_000)]), /is not JSON/],
    [new Blob([new Uint8Array(16 * 2 ** 20 + 1)]), /16/],
  ];
  for (const [tokenizer, why] of cases) expect(await sentence(tokenizer)).toMatch(why);
  expect(await sentence(json(vocab), new Blob(['#version: 0.2\nh e\nx y z\n']))).toMatch(
    /merge 2 is not of two/,
  );
  expect(await sentence(json([1]), new Blob(['h e']))).toMatch(/it has no token for/);
  expect(await sentence(json(vocab), new Blob([new Uint8Array(2 ** 24 + 1)]))).toMatch(/merges\.txt/);
});
