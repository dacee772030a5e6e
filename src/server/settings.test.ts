// What people write into the environment: it works, or one line says what to write instead (R12).
import { expect, it } from 'vitest';
import { inEnglish } from '../cli/english/in-english';
import { readSettings } from './settings';

function complaint(env: Readonly<Record<string, string>>): string {
  const settings = readSettings([], env);
  return settings.ok ? 'fine' : inEnglish(settings.error.says);
}

it('R12 takes empty variables for missing ones', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'ALLOWED_HOSTS',
    'ICE_SERVERS',
    'TURN_URLS',
    'TURN_TTL_S',
    'TRUST_PROXY',
  ];
  const [bare, empty, blank] = [{}, '', ' '].map((text) =>
    readSettings([], typeof text === 'string' ? Object.fromEntries(names.map((name) => [name, text])) : text),
  );
  expect(bare).toMatchObject({ ok: true, value: { port: 8080, host: '0.0.0.0', hosts: undefined } });
  for (const settings of [empty, blank]) expect(JSON.stringify(settings)).toBe(JSON.stringify(bare));
});

it('R12 takes HOST with and without brackets', () => {
  expect(readSettings([], { HOST: '[::1]' })).toMatchObject({ value: { host: '::1' } });
  expect(readSettings([], { HOST: '::1' })).toMatchObject({ value: { host: '::1' } });
});

it.each(['6000', '6667', '5060', '10080'])(
  'R12 refuses port %s, which browsers do not open',
  async (port) => {
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
    expect(complaint({ PORT: port })).toBe(
      `PORT is ${port}: browsers refuse to open it; take another, such as 8080`,
    );
  },
);

it.each([
  ['train.example', /write it whole, such as https:\/\/train\.example/],
  ['https://train,example', /write it whole/],
  ['https://train.example/lessons/', /a path “lessons” of its own; take another, such as \/lockstep\//],
  ['https://train.example/x/r/', /a path “r” of its own/],
  ['https://train.example/die%20Schule', /letters, digits/],
  ['https://train.example/lockstep/?x=1', /only scheme, name, port and path/],
  ['https://me:secret@train.example', /only scheme, name, port and path/],
  ['http://train.example:6000', /browsers refuse to open port 6000/],
])('R12 says what is wrong with PUBLIC_URL=%s', (url, says) => {
  expect(complaint({ PUBLIC_URL: url })).toMatch(says);
});

it.each([
  ['https://school.example/lockstep/', 'https://school.example/lockstep'],
  ['https://school.example:8443/a/b', 'https://school.example:8443/a/b'],
  ['https://school.example/', 'https://school.example'],
])('R12 takes PUBLIC_URL=%s with its path', (url, publicUrl) => {
  expect(readSettings([], { PUBLIC_URL: url })).toMatchObject({ value: { publicUrl } });
});

it('R12 allows the name of PUBLIC_URL and those of ALLOWED_HOSTS', () => {
  const env = { PUBLIC_URL: 'https://Train.Example:8443', ALLOWED_HOSTS: 'train.lan, Other.example' };
  expect(readSettings([], env)).toMatchObject({
    value: { hosts: ['train.example', 'train.lan', 'other.example'] },
  });
  expect(complaint({ ALLOWED_HOSTS: 'https://train.lan' })).toMatch(
    /names "https:\/\/train\.lan".*without scheme/,
  );
});

it('R11 takes FRAME_ANCESTORS as people write them', () => {
  const env = {
    FRAME_ANCESTORS: 'https://moodle.school.example/, https://*.lms.example  http://localhost:3000',
  };
  expect(readSettings([], env)).toMatchObject({
    value: {
      frameAncestors: ['https://moodle.school.example', 'https://*.lms.example', 'http://localhost:3000'],
    },
  });
  for (const wrong of ['moodle.school.example', '*', 'https://moodle.example/course', "'self'; script-src *"])
    expect(complaint({ FRAME_ANCESTORS: wrong })).toMatch(
      /^FRAME_ANCESTORS names ".*it takes origins, such as https:/,
    );
});

it('R14 shows everybody only servers without a password that lie in the open', () => {
  const open = [{ urls: 'stun:stun.example.org:3478' }, { urls: ['stun:203.0.113.7'] }];
  const secret = [
    { urls: 'turn:turn.example.org', username: 'class', credential: 'north' },
    { urls: 'stun:10.0.0.5:3478' },
    { urls: ['stun:stun.example.org', 'stun:[fd00::5]:3478'] },
    { urls: 'stun:stun.school.lan' },
    { urls: 'stun:stun' },
  ];
  expect(readSettings([], { ICE_SERVERS: JSON.stringify([...open, ...secret]) })).toMatchObject({
    value: { ice: { forAll: open, forMembers: secret } },
  });
});

it.each([
  [['--cert', 'a.pem'], /^--key is missing: .*privkey\.pem/],
  [['--key', 'a.pem'], /^--cert is missing: .*fullchain\.pem/],
])('R12 says which file is missing after %j', (args, says) => {
  const settings = readSettings(args, {});
  expect(settings.ok ? 'fine' : inEnglish(settings.error.says)).toMatch(says);
});

it.each([
  [{ TURN_SECRET: 'north' }, /^TURN_URLS is missing/],
  [{ TURN_URLS: 'turn:train.example' }, /^TURN_SECRET is missing/],
  [
    { TURN_URLS: 'turn:a.example,train.example:3478', TURN_SECRET: 'north' },
    /^TURN_URLS names "train\.example:3478"/,
  ],
])('R14 says what is wrong with %j', (env, says) => {
  expect(complaint(env)).toMatch(says);
});
