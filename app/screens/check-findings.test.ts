import { fail } from '../../src/base/result';
import { say, unexpected } from '../../src/base/sayings';
import { expect, test } from 'vitest';
import type { EngineTrial } from '../../src/replica/protocol';
import type { LinkCheckState } from '../../src/replica/page/link-check';
import {
  answeringFinding,
  engineFinding,
  linkFindings,
  otherFinding,
  othersFinding,
  serverFinding,
} from './check-findings';

const link = { state: 'done', openMs: 300, roundTripMs: 0.5, bytesPerSecond: 24e6 } as const;
const pair = { local: 'host', remote: 'host', protocol: 'udp' };
const failed = { state: 'failed', why: unexpected('no connection within 10\u00a0s') } as const;
const base: LinkCheckState = {
  server: { state: 'done', tookMs: 120 },
  direct: { ...link, pair },
  relayed: { ...link, pair: undefined },
  invitation: { code: 'K7QM2P', key: 'abcdefghijklmnopqrstuv' },
  other: undefined,
};
const grades = (state: LinkCheckState) => linkFindings(state).map(({ name, grade }) => `${name}: ${grade}`);

test('an address is good for other devices only over HTTPS, and only when they can open it', () => {
  expect(othersFinding('http://192.168.1.20:8080')).toMatchObject({
    grade: 'warn',
    next: expect.stringContaining('npm start -- --https') as string,
  });
  expect(othersFinding('https://192.168.1.20:8443').grade).toBe('good');
  expect(othersFinding('http://localhost:8080')).toMatchObject({ grade: 'warn' });
  expect(othersFinding('http://localhost:8080').detail).toContain('Only this machine');
  expect(othersFinding('unreachable').grade).toBe('bad');
});

test('a measurement is shown, and a link that was not seen to work is not good', () => {
  expect(grades(base)).toEqual(['Direct link: good', 'UDP: good', 'Relay: good']);
  expect(linkFindings(base)[0].detail).toContain('in 300\u00a0ms: round trip 0.50\u00a0ms, 24.0\u00a0MB/s');
  expect(grades({ ...base, direct: failed })).toEqual(['Direct link: warn', 'UDP: warn', 'Relay: good']);
  expect(grades({ ...base, direct: failed, relayed: failed })).toEqual(['Direct link: bad', 'UDP: bad', 'Relay: bad']); // prettier-ignore
  for (const path of [{ ...pair, protocol: 'tcp' }, { ...pair, local: 'relay' }, undefined])
    expect(grades({ ...base, direct: { ...link, pair: path } })[1]).toBe('UDP: warn');
});

test('a link that the check could not try counts as not tested, and no network is blamed', () => {
  const untested = { state: 'untested', why: say('server-went-away') } as const;
  for (const { grade, detail, next } of linkFindings({ ...base, direct: untested, relayed: untested })) {
    expect([grade, next]).toEqual(['unknown', undefined]);
    expect(detail).toContain('Not tested');
  }
  // Results measured before the server went away stay.
  const server = { state: 'failed', why: unexpected('it went away') } as const;
  expect(grades({ ...base, server, direct: failed })).toEqual(['Direct link: warn', 'UDP: warn', 'Relay: good']); // prettier-ignore
});

test('with one device it is unknown whether two can connect; with a second one the link is measured', () => {
  expect(otherFinding(base, true)).toMatchObject({ grade: 'unknown' });
  expect(otherFinding(base, false).next).toBeUndefined();
  expect(otherFinding({ ...base, invitation: undefined }, true), 'before anyone can come').toMatchObject({
    grade: 'unknown',
    detail: expect.stringMatching(/^Not tested\. /) as string,
  });
  const other = { name: 'Firefox 140', direct: failed, relayed: { ...link, pair: undefined } };
  expect(otherFinding({ ...base, other }, true)).toMatchObject({ grade: 'warn' });
  expect(otherFinding({ ...base, other: { ...other, relayed: failed } }, true).grade).toBe('bad');
});

test('the engine that would run is shown with its times; a wrong one is a warning, none at all a failure', () => {
  const cpu = { backend: 'simd', device: 'CPU (SIMD, 1 thread)', gradientMs: 8, why: undefined } as const;
  const wrong = { backend: 'webgpu', device: '', gradientMs: undefined, why: unexpected('Bad GPU gives a wrong answer'), isWrong: true } as const; // prettier-ignore
  const found = (trials: readonly EngineTrial[]) =>
    engineFinding({ ok: true, value: { wish: 'auto', chosen: 'simd', trials } });
  expect(found([cpu])).toMatchObject({
    grade: 'good',
    detail:
      'Runs on the CPU (SIMD, 1 thread). Measured here: CPU (SIMD, 1 thread) 8.00\u00a0ms a micro-batch. Its answers are right.',
  });
  expect(found([cpu, wrong])).toMatchObject({ grade: 'warn' });
  expect(found([cpu, wrong]).detail).toContain('WebGPU: Bad GPU gives a wrong answer.');
  expect(engineFinding('measuring').grade).toBe('unknown');
  const none = fail('no-engine', say('no-adapter-here'));
  expect(engineFinding(none)).toMatchObject({
    grade: 'bad',
    detail: 'None works: WebGPU found no graphics adapter on this device.',
  });
  const broken = fail('no-engine', 'x is undefined');
  expect(engineFinding(broken)).toMatchObject({
    detail: 'None works: something unexpected happened.',
    technical: 'x is undefined',
  });
});

test('a page on a host of plain files says that it has no server, and asks nobody to start one', () => {
  const state: LinkCheckState = { ...base, server: { state: 'absent' } };
  for (const { grade, detail, next } of [serverFinding(state), answeringFinding(state)])
    expect([grade, detail, next]).toEqual(['bad', expect.stringContaining('host of plain files'), undefined]);
});
