import { expect, test } from 'vitest';
import { memoryFiles, memoryReaders, parseMemoryOptions } from './memory-options';

test('everything by default; a choice, in the order given', () => {
  expect(parseMemoryOptions([])).toMatchObject({
    ok: true,
    value: {
      options: {
        files: memoryFiles,
        readers: memoryReaders,
        megabytes: { table: 300, jsonl: 300, text: 1000 },
      },
    },
  });
  const args = ['--files', 'text', '--readers', 'tab,node', '--text-mb', '5', '--heap-limit', '32', '--json'];
  expect(parseMemoryOptions(args)).toMatchObject({
    ok: true,
    value: {
      options: {
        ...{ files: ['text'], readers: ['tab', 'node'], heapLimitMib: 32, json: true },
        megabytes: { text: 5 },
      },
    },
  });
});

test('one size for all files that have none of their own', () => {
  expect(parseMemoryOptions(['--mb', '2000', '--jsonl-mb', '10'])).toMatchObject({
    ok: true,
    value: { options: { megabytes: { table: 2000, jsonl: 10, text: 2000 } } },
  });
});

test('refuses what it cannot read', () => {
  for (const args of [
    ['--files', 'image'],
    ['--readers', 'deno'],
    ['--table-mb', '0'],
    ['--heap-limit', 'x'],
  ])
    expect(parseMemoryOptions(args), args.join(' ')).toMatchObject({ ok: false });
});
