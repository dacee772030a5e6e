// What a host plays with beside the loss: each acts at once, leaves a mark with what it did, and the replicas stay equal. The
// picture of the ring names who was unplugged, and closes over those who stay.
import { expect, test } from '../fixtures';
import {
  calm,
  expectEqualHistories,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { sumWords } from '../ring';

test('bits, noise, line, rate, replicas: each has its effect and its mark', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=3&preset=moons&backend=cpu');
  await untilStep(page, 60);
  const play = page.getByRole('region', { name: 'Play', exact: true });
  const bits = (width: string) => play.getByRole('radio', { name: width, exact: true });

  await bits('8').check();
  await expect.poll(async () => (await stepsOf(page)).at(-1)?.codec).toBe('int8');
  await expect(bits('8')).toBeChecked();
  await expect(play).toContainText(/sent as 8 bits, step [\d,]+: [\d.]+(\sm?s)? → [\d.]+\sm?s/);
  const mark = /step ([\d,]+)/.exec(await play.innerText())![1].replaceAll(',', '');
  expect((await stepsOf(page)).find(({ codec }) => codec === 'int8')?.step).toBe(Number(mark));

  await play.getByRole('button', { name: 'Add noise', exact: true }).click();
  await expect(play).toContainText(
    /noise from Replica [23] kept out, step [\d,]+: (the loss is no higher|loss [\d.e-]+ → [\d.e-]+)/,
  );
  expect((await stepsOf(page)).filter(({ faulty }) => faulty.length > 0)).toHaveLength(1);

  const status = page.getByRole('region', { name: 'Status' });
  const line = play.getByRole('slider', { name: 'Line' });
  await line.fill('1');
  await expect(status).toContainText('Emulated');
  await expect(line).toHaveAttribute('aria-valuetext', /5\sMbit\/s, 40\sms/);
  await untilMoreSteps([page], 3);
  await line.fill('5');
  await expect(status).not.toContainText('Emulated');
  await expect(line).toHaveAttribute('aria-valuetext', 'as it is');

  await play.getByRole('slider', { name: 'Learning rate' }).fill('18');
  await expect.poll(async () => (await snapshotOf(page))!.learningRate).toBe(0.01);
  await expect(play).toContainText(/learning rate 0\.0100, step/);

  await calm(page);
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  await expect(ring).toContainText(sumWords);
  await expect(ring.getByRole('img')).toHaveAccessibleName(/^Ring order: .+ → .+ → /);
  const { peers } = (await snapshotOf(page))!;
  const unplugged = peers.findLast(({ isSelf, rank }) => !isSelf && rank !== undefined)!.name;
  await play.getByRole('button', { name: 'One replica fewer' }).click();
  await expect(status).toContainText(/In the ring\s*2/);
  await expect(ring.getByRole('status')).toHaveText(`Gone: ${unplugged}.`);
  await expect(ring.getByRole('img')).toHaveAccessibleName(/^Ring order: [^→]+ → [^→]+$/);
  await expect(ring.getByRole('img')).not.toHaveAccessibleName(new RegExp(unplugged));
  // The picture speaks of the ring of two, after the name was shown for five seconds.
  await expect(ring).toContainText(sumWords);
  await ring.getByRole('button', { name: 'View as table' }).click();
  await expect(ring.getByRole('row')).toHaveCount(3);
  await play.getByRole('button', { name: 'One replica more' }).click();
  await untilWorldSize([page], 3);
  await expect(ring.getByRole('row')).toHaveCount(4);
  await untilMoreSteps([page], 5);
  await expectEqualHistories([page], 60);
});
