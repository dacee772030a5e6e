// The first day of a class. One person opens a room, one follows the link, one types the code, and all train as one.
// After a reload the host comes back with its rights and the ring as before.
import { spellCode } from '../src/base/room-code';
import { expect, test } from './fixtures';
import {
  calm,
  chooseUsualEngine,
  expectEqualHistories,
  openConsole,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';

test('three people train as one from the first click on', async ({ tabs }) => {
  const host = await tabs.open('/');
  await host.getByRole('link', { name: 'Teach or train with others' }).click();
  await host.getByRole('radio', { name: /^Two moons/ }).check();
  await chooseUsualEngine(host); // the others let their devices measure
  await host.getByRole('button', { name: 'Open the room' }).click();
  await expect(host.getByText('Room code')).toBeVisible();
  await expect(host.getByRole('heading', { level: 1 })).toBeFocused();
  const link = (await host.getByText(/^http:\S+\/r\/\w+/).textContent())!;
  const code = /\/r\/(\w+)/.exec(link)![1];
  await untilPhase(host, 'lobby');

  const second = await tabs.openStranger(link);
  await second.getByRole('button', { name: 'Join', exact: true }).click();

  const third = await tabs.openStranger('/');
  await third.getByRole('textbox', { name: 'Join with a code or link' }).fill(spellCode(code).toLowerCase());
  await third.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(third).toHaveURL(new RegExp(`/r/${code}$`));
  await pressJoin(third);

  const everyone = [host, second, third];
  await untilWorldSize(everyone, 3);
  for (const page of [host, third])
    await expect(page.getByText(/^Runs on the CPU \(.+\), as chosen on this device\./)).toBeVisible();
  for (const page of [second, third])
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await calm(host);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  for (const page of everyone) await untilStep(page, 4);
  await expectEqualHistories(everyone, 4);
  for (const page of everyone) {
    const status = page.getByRole('region', { name: 'Status' });
    await expect(status).toContainText(/In the ring\s*3/);
    await expect(status).toContainText('In lockstep ✓');
    await expect(page.getByRole('region', { name: 'Effective batch' })).toContainText('3 × 32 = 96');
  }

  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of everyone) await untilPhase(page, 'paused');
  const paused = await Promise.all(everyone.map(snapshotOf));
  expect(new Set(paused.map((snapshot) => `${snapshot!.step} ${snapshot!.digest}`)).size).toBe(1);

  await host.reload();
  await expect(host.getByText('You are this room’s host.')).toBeVisible();
  await host.getByRole('button', { name: 'Go in as the host' }).click();
  await untilWorldSize(everyone, 3);
  await untilPhase(host, 'paused');
  const back = (await snapshotOf(host))!;
  expect([back.step, back.digest, back.isHost]).toEqual([paused[0]!.step, paused[0]!.digest, true]);

  await host.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilMoreSteps(everyone, 3);
  await expectEqualHistories(everyone, 3);
  await openConsole(host);
  await host.getByRole('button', { name: 'Stop', exact: true }).click();
  for (const page of everyone) await untilPhase(page, 'finished');
  const ends = await Promise.all(everyone.map(snapshotOf));
  expect(new Set(ends.map((snapshot) => `${snapshot!.step} ${snapshot!.digest}`)).size).toBe(1);
});
