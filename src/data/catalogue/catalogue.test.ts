// Downloads from a server of fixtures on this machine. Its address takes the place of every foreign host.
import { say } from '../../base/sayings';
import { inWords } from '../../cli/english/testing/in-words';
import { inEnglish } from '../../cli/english/in-english';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { dataHosts } from '../../base/data-hosts';
import { realClock, type Clock } from '../../base/clock';
import { StorageFullError } from '../../base/storage-words';
import { download, memoryShelf } from './download';
import { catalogue, datasetName } from './entries';
import { askHuggingFace } from './hugging-face';
import { importOrigin } from './import-origin';
import { idxFile } from '../idx';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Rests between attempts are a thousand times shorter. The wait for bytes is not: a busy machine is not a dead line. */
const onProgress = (): void => undefined;

const clock: Clock = {
  ...realClock,
  after: (ms, action) => realClock.after(ms < 20_000 ? ms / 1000 : ms, action),
};
/** A clock for a server that never answers. */
const impatient: Clock = { ...realClock, after: (ms, action) => realClock.after(ms / 1000, action) };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Sends every request to a server that gives `answers` by path. */
async function fixtures(answers: Readonly<Record<string, Answer>>): Promise<typeof fetch> {
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (url, init) => {
    const { pathname } = new URL(url as string);
    return fetch(`http://127.0.0.1:${port}${pathname}`, init);
  };
}

const send =
  (body: string | Uint8Array): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body);

const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 251));
const url = 'https://raw.githubusercontent.com/a';

async function bytesOf(blob: Blob): Promise<Buffer> {
  return Buffer.from(await blob.arrayBuffer());
}

test('a file comes whole, with progress', async () => {
  const fetch = await fixtures({ '/a': send(content) });
  const seen: [number, number | undefined][] = [];
  const got = await download(url, memoryShelf(), { fetch, clock, onProgress: (...now) => seen.push(now) });
  expect(got.ok && (await bytesOf(got.value)).equals(content)).toBe(true);
  expect(seen.at(-1)).toEqual([content.length, content.length]);
  expect(seen.every(([received], at) => at === 0 || received >= seen[at - 1][0])).toBe(true);
});

test('a full disk is named, is not tried again, and keeps what arrived', async () => {
  let asked = 0;
  const fetch = await fixtures({
    '/a': (request, response) => {
      asked++;
      send(content)(request, response);
    },
  });
  const shelf = memoryShelf();
  const full = {
    get bytes() {
      return shelf.bytes;
    },
    append(piece: Uint8Array<ArrayBuffer>) {
      if (shelf.bytes > 0) return Promise.reject(new StorageFullError());
      return shelf.append(piece.slice(0, 1000));
    },
    clear: () => shelf.clear(),
    finish: () => shelf.finish(),
  };
  expect(await download(url, full, { fetch, clock })).toMatchObject({
    error: {
      says: inWords(
        'the file of raw.githubusercontent.com cannot be kept: the storage of this site is full: free some space on this device',
      ),
    },
  });
  expect([asked, shelf.bytes]).toEqual([1, 1000]);
  const broken = memoryShelf();
  broken.finish = () => Promise.reject(new Error('it is gone'));
  expect(await download(url, broken, { fetch, clock })).toMatchObject({
    error: { says: inWords(expect.stringContaining('the storage of this site failed (it is gone)')) },
  });
});

test('a download that breaks off goes on where it broke', async () => {
  const ranges: (string | undefined)[] = [];
  const fetch = await fixtures({
    '/a': ({ headers }, response) => {
      ranges.push(headers.range);
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': content.length - from });
      if (ranges.length === 3) return void response.end(content.subarray(from));
      response.write(content.subarray(from, from + 50_000), () => setTimeout(() => response.destroy(), 20));
    },
  });
  const got = await download(url, memoryShelf(), { fetch, clock });
  expect(got.ok && (await bytesOf(got.value)).equals(content)).toBe(true);
  expect(ranges).toEqual([undefined, 'bytes=50000-', 'bytes=100000-']);
});

test('a server that ignores the range sends the whole file again', async () => {
  let asked = 0;
  const fetch = await fixtures({
    '/a': (_, response) => {
      response.writeHead(200, { 'Content-Length': content.length });
      if (asked++ > 0) return void response.end(content);
      response.write(content.subarray(0, 9_000), () => setTimeout(() => response.destroy(), 20));
    },
  });
  const got = await download(url, memoryShelf(), { fetch, clock });
  expect(got.ok && (await bytesOf(got.value)).equals(content)).toBe(true);
});

test.each<[string, Answer, number | undefined, string]>([
  ['not there', (_, response) => void response.writeHead(404).end(), 1, 'answered with status 404'],
  ['out of order', (_, response) => void response.writeHead(503).end(), 4, 'answered with status 503'],
  ['silent', () => undefined, 4, 'sent nothing for 20 seconds'],
  [
    'too large, as it says',
    (_, response) => void response.writeHead(200, { 'Content-Length': 2 ** 31 }).write('x'),
    1,
    'has a file of more than 1\u00a0MiB, the most that is downloaded',
  ],
  [
    'endless',
    (_, response) => void response.writeHead(200).end(Buffer.alloc(2 ** 21)),
    1,
    'has a file of more than 1\u00a0MiB, the most that is downloaded',
  ],
  [
    'gone',
    (_, response) => void response.destroy(),
    4,
    'cannot be reached: the network may be down, or may block it',
  ],
])('a host that is %s is named', async (name, answer, requests, why) => {
  const served = await fixtures({ '/a': answer });
  // Counted where they are sent: an impatient client may give up before a request has arrived.
  let asked = 0;
  const got = await download(url, memoryShelf(), {
    fetch: (...request) => {
      asked++;
      return served(...request);
    },
    clock: name === 'silent' ? impatient : clock,
    mostBytes: 2 ** 20,
  });
  expect(got).toMatchObject({ ok: false, error: { says: inWords(`raw.githubusercontent.com ${why}`) } });
  expect(asked).toBe(requests);
});

test('MNIST’s two files become a dataset, and a kept file is not fetched again', async () => {
  const images = idxFile([20, 28, 28], new Uint8Array(20 * 784).fill(9));
  const labels = idxFile(
    [20],
    Uint8Array.from({ length: 20 }, (_, at) => at % 10),
  );
  const asked: string[] = [];
  const packed = async (file: Blob): Promise<Buffer> => gzipSync(await bytesOf(file));
  const bodies = [await packed(images), await packed(labels)];
  const fetch = await fixtures(
    Object.fromEntries(
      catalogue[0].files.map(({ url }, at): [string, Answer] => [
        new URL(url).pathname,
        (request, response) => {
          asked.push(request.url!);
          send(bodies[at])(request, response);
        },
      ]),
    ),
  );
  const kept = new Map<string, Blob>();
  const openShelf = (file: string) => {
    const shelf = memoryShelf();
    const finish = async (): Promise<Blob> => {
      const whole = await shelf.finish();
      kept.set(file, whole);
      return whole;
    };
    return Promise.resolve(kept.get(file) ?? Object.assign(Object.create(shelf) as typeof shelf, { finish }));
  };
  const origin = { kind: 'catalogue', id: 'mnist' } as const;
  for (let time = 0; time < 2; time++) {
    const got = await importOrigin(origin, undefined, { openShelf, onProgress, fetch, clock });
    expect(got.ok ? got.value : inEnglish(got.error.says)).toMatchObject({
      kind: 'idx',
      name: 'MNIST',
      examples: 20,
      origin,
    });
  }
  expect(asked).toHaveLength(2);
});

test('a dataset of Hugging Face: licence, parts, and the first parquet file of the chosen one', async () => {
  const parquet = readFileSync(path.join(import.meta.dirname, '../import/testing/images.parquet'));
  const file = (at: number): string =>
    `https://huggingface.co/api/datasets/zoo/animals/parquet/default/train/${at}.parquet`;
  const fetch = await fixtures({
    '/api/datasets/zoo/animals/parquet': send(
      JSON.stringify({ default: { test: [file(9)], train: [file(0), file(1)] } }),
    ),
    '/api/datasets/zoo/animals': send(
      JSON.stringify({ id: 'zoo/animals', cardData: { license: 'cc0-1.0' } }),
    ),
    '/api/datasets/zoo/animals/parquet/default/train/0.parquet': send(parquet),
  });
  const asked = await askHuggingFace('zoo/animals', { fetch, clock });
  expect(asked).toMatchObject({
    ok: true,
    value: { licence: 'cc0-1.0', parts: [{ split: 'train' }, { split: 'test' }] },
  });
  const origin = { kind: 'hugging-face', name: 'zoo/animals', subset: 'default', split: 'train' } as const;
  const openShelf = () => Promise.resolve(memoryShelf());
  const got = await importOrigin(origin, undefined, { openShelf, onProgress, fetch, clock });
  expect(got.ok ? got.value : inEnglish(got.error.says)).toMatchObject({ kind: 'idx', name: 'zoo/animals', classNames: ['cat', 'dog', 'owl'], notes: [say('first-file', { of: 2 })] }); // prettier-ignore
  const other = { ...origin, split: 'gone' };
  expect(await importOrigin(other, undefined, { openShelf, onProgress, fetch, clock })).toMatchObject({
    error: { says: inWords('zoo/animals has no part “default, gone” any more') },
  });
});

test.each([
  ['{', 'huggingface.co gave an answer in another form than expected'],
  ['{"default": {"train": "x"}}', 'huggingface.co gave an answer in another form than expected'],
  ['{"default": {"train": ["https://example.org/x.parquet"]}}', 'x/y has no parquet files'],
])('an answer %j of Hugging Face is refused', async (answer, message) => {
  const fetch = await fixtures({
    '/api/datasets/x/y/parquet': send(answer),
    '/api/datasets/x/y': send('{}'),
  });
  const asked = await askHuggingFace('x/y', { fetch, clock });
  expect(asked.ok ? 'taken' : inEnglish(asked.error.says)).toContain(message);
});

test.each([
  ['ylecun/mnist', 'ylecun/mnist'],
  [' https://huggingface.co/datasets/roneneldan/TinyStories/viewer/default/train ', 'roneneldan/TinyStories'],
  ['imdb', 'imdb'],
  ['a/b/c', undefined],
  ['../../etc', undefined],
  ['', undefined],
])('the name in %j', (text, name) => {
  const found = datasetName(text);
  expect(found.ok ? found.value : undefined).toBe(name);
});

test('every file of the catalogue is on a host that the page may fetch from', () => {
  for (const { files, licence, source } of catalogue) {
    for (const { url } of files) expect(dataHosts).toContain(new URL(url).origin);
    expect(licence).not.toBe('');
    expect(source).toMatch(/^https:/);
  }
});
