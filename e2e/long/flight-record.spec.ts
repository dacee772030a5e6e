// What a tab saves for engineers: its figures for TensorBoard, the trace of its last steps, and its flight record. That is
// JSON Lines that name the members and the events, and contain no secret. Neither the room's key, nor the host's token, nor the content of a signal is in it.
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { badlyNested, traceFile } from '../../app/bridge/series/testing/trace-event-schema';
import { readEventFile } from '../../src/replica/metrics/testing/read-event-file';
import { expect, test } from '../fixtures';
import { calm, createRoom, joinRoom, openTab, order, untilStep, untilWorldSize } from '../lockstep-page';
import { moons } from '../run-configs';

test('the figures are event files; the trace of the last steps is one; the record that a tab downloads names members and events, and no secrets', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { code, url } = await createRoom(host, moons, false);
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Curious Guest');
  await untilWorldSize([host, guest], 2);
  await calm(host);
  await order(host, { kind: 'start' });
  // Each page hears of its steps in batches, at moments of its own.
  for (const page of [host, guest]) await untilStep(page, 5);

  const asFigures = host.waitForEvent('download');
  const loss = host.getByRole('region', { name: 'Loss', exact: true });
  await loss.getByText('Save', { exact: true }).click();
  await loss.getByRole('button', { name: 'Save all figures of the run for TensorBoard' }).click();
  const figures = readEventFile(await readFile(await (await asFigures).path()));
  expect(figures[0].fileVersion).toBe('brain.Event:2');
  expect(figures.slice(1, 6).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
  expect(figures[1].values['loss/train']).toBeGreaterThan(0);

  await openTab(host, 'Timeline');
  const timeline = host.getByRole('region', { name: 'Timeline', exact: true });
  await expect(timeline.getByText(/^clock ±/)).toBeVisible();
  const saved = host.waitForEvent('download');
  await timeline.getByRole('button', { name: 'Save as Chrome trace' }).click();
  const trace = v.parse(traceFile, JSON.parse(await readFile(await (await saved).path(), 'utf8')));
  expect(badlyNested(trace)).toEqual([]);
  const named = trace.traceEvents.filter(({ name }) => name === 'process_name').map(({ args }) => args);
  expect(named).toEqual(expect.arrayContaining([{ name: 'Host' }, { name: 'Curious Guest' }]));
  for (const pid of [1, 2]) {
    const of = trace.traceEvents.flatMap((event) => (event.pid === pid && event.ph === 'X' ? event.cat : []));
    expect(of).toEqual(expect.arrayContaining(['step', 'compute', 'send', 'receive', 'finish']));
  }

  await openTab(host, 'Log');
  const asked = host.waitForEvent('download');
  await host.getByRole('button', { name: 'Download flight record' }).click();
  const download = await asked;
  expect(download.suggestedFilename()).toMatch(/^lockstep-flight-.*\.jsonl$/);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

  const [about] = lines;
  expect(about).toMatchObject({ kind: 'about', name: 'Host', record: 'lockstep flight record' });
  expect(Object.values(about.names as object)).toEqual(expect.arrayContaining(['Host', 'Curious Guest']));
  const kinds = new Set(lines.map(({ kind }) => kind));
  for (const kind of ['room server', 'signal sent', 'connection open', 'link opened', 'hello', 'membership'])
    expect(kinds).toContain(kind);
  for (const kind of ['phase', 'decision', 'command', 'commit', 'frames', 'frame'])
    expect(kinds).toContain(kind);
  const events = lines.filter(({ kind }) => kind !== 'about' && kind !== 'frames' && kind !== 'frame');
  const times = events.map(({ at }) => at as number);
  expect(times).toEqual([...times].sort((a, b) => a - b));

  const key = new URL(url).hash.slice(1);
  const kept = await host.evaluate((room) => localStorage.getItem(`lockstep.room.${room}`), code);
  const { hostToken } = JSON.parse(kept!) as { hostToken: string };
  expect([key.length, hostToken.length].every((length) => length > 20)).toBe(true);
  for (const secret of [key, hostToken, 'ice-pwd', 'ice-ufrag', 'fingerprint', 'candidate:', 'a=ssrc'])
    expect(text, `no ${secret.slice(0, 12)} in it`).not.toContain(secret);
});
