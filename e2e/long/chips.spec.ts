// The chips of the host: each tries one thing while the ring trains, leaves a mark with what it did, and the replicas
// stay equal. The picture of the ring names who was unplugged, and closes over those who stay.
import { expect, test } from '../fixtures';
import { calm, expectEqualHistories, stepsOf, untilMoreSteps, untilStep } from '../lockstep-page';
import { chunkWords } from '../ring';

test('send less, add noise, slow a laptop: each has its effect and its mark', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=3&preset=moons&backend=cpu');
  await untilStep(page, 60);
  const host = page.getByRole('region', { name: 'Host controls' });
  const chip = (name: string) => host.getByRole('button', { name, exact: true });

  await chip('Send less').click();
  await expect(chip('Send less')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await stepsOf(page)).at(-1)?.codec).toBe('int8');
  await expect(host).toContainText(/sent as 8 bits, step [\d,]+: measuring …|: [\d.]+(\sm?s)? → [\d.]+\sm?s/);
  await expect(host).toContainText(/sent as 8 bits, step [\d,]+: [\d.]+(\sm?s)? → [\d.]+\sm?s/);
  const mark = /step ([\d,]+)/.exec(await host.innerText())![1].replaceAll(',', '');
  expect((await stepsOf(page)).find(({ codec }) => codec === 'int8')?.step).toBe(Number(mark));

  await chip('Add noise').click();
  await expect(host).toContainText(
    /noise from Replica [23] kept out, step [\d,]+: (the loss is no higher|loss [\d.e-]+ → [\d.e-]+)/,
  );
  expect((await stepsOf(page)).filter(({ faulty }) => faulty.length > 0)).toHaveLength(1);

  const status = page.getByRole('region', { name: 'Status' });
  await chip('Slow a laptop').click();
  await expect(status).toContainText('Emulated');
  await expect(chip('Slow a laptop')).toHaveAttribute('aria-pressed', 'true');
  await untilMoreSteps([page], 3);
  await chip('Slow a laptop').click();
  await expect(status).not.toContainText('Emulated');

  await calm(page);
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  await expect(ring).toContainText(chunkWords);
  await expect(ring.getByRole('img')).toHaveAccessibleName(/^Ring order: .+ → .+ → /);
  await chip('Unplug one').click();
  const chosen = page
    .getByRole('dialog', { name: 'Unplug one?' })
    .getByLabel('Replica')
    .locator('option:checked');
  const unplugged = await chosen.textContent();
  await page.getByRole('button', { name: 'Unplug it' }).click();
  await expect(status).toContainText(/In the ring\s*2/);
  await expect(ring.getByRole('status')).toHaveText(`Gone: ${unplugged}.`);
  await expect(ring.getByRole('img')).toHaveAccessibleName(/^Ring order: [^→]+ → [^→]+$/);
  await expect(ring.getByRole('img')).not.toHaveAccessibleName(new RegExp(unplugged!));
  // The picture speaks of the ring of two, after the name was shown for five seconds.
  await expect(ring).toContainText(chunkWords);
  await ring.getByRole('button', { name: 'View as table' }).click();
  await expect(ring.getByRole('row')).toHaveCount(3);
  await untilMoreSteps([page], 5);
  await expectEqualHistories([page], 60);
});
