// The class's loop with a camera: pictures of two things are taken and trained on in a room; the playground names what the
// camera sees, and so does a second device that scans the link, once the host says yes. “Wrong here?” adds a picture to the
// data, and the ring trains on. A browser that alters pixels is named.
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs } from '../scripts/chromium-args.mjs';
import { findBrowser } from '../scripts/find-browser.mjs';
import { twoLooks, violationsOf } from './axe';
import type { RunConfig } from '../src/replica/protocol';
import { cameraFile } from './camera-file';
import { expect, test } from './fixtures';
import { chooseUsualEngine, openTab, readyMs, snapshotOf, untilMoreSteps, untilPhase } from './lockstep-page';

const launchOptions = {
  executablePath: findBrowser('chromium'),
  args: [
    ...chromiumArgs,
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${cameraFile()}`,
  ],
};
test.use({ launchOptions });

type Thing = 'red' | 'blue';

/** Presses the button of this name whenever the camera sees the thing, in the same turn, until `count` of `selector` are
 *  there. */
async function whileSeeing(
  page: Page,
  thing: Thing,
  button: string,
  selector: string,
  count: number,
): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d')!;
      const seen = (): string => {
        const video = document.querySelector('video')!;
        [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
        context.drawImage(video, 0, 0);
        const sums = [0, 0, 0];
        const { data } = context.getImageData(0, canvas.height >> 1, canvas.width, 1);
        for (let at = 0; at < data.length; at++) if (at % 4 < 3) sums[at % 4] += data[at];
        return sums[0] > sums[2] ? 'red' : 'blue';
      };
      while (document.querySelectorAll(wanted.selector).length < wanted.count) {
        const target = [...document.querySelectorAll('button')].find(
          (one) => (one.ariaLabel ?? one.textContent) === wanted.button,
        );
        if (target && !target.disabled && seen() === wanted.thing)
          for (const type of ['keydown', 'keyup'])
            target.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    },
    { thing, button, selector, count },
  );
}

/** The page names both things in turn. */
async function expectBothNamed(page: Page): Promise<void> {
  const reading = page.getByRole('region', { name: /^What the model of step/ });
  for (const thing of ['red', 'blue'] as const)
    await expect(reading.locator('p').first()).toHaveText(thing, { timeout: readyMs });
}

/** The app opens from disk in a browser of its own, without a network, and names both things. */
async function expectApp(file: string): Promise<void> {
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await browser.newContext({ offline: true, permissions: ['camera'] });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on(
      'request',
      (request) => !/^(file|data|blob):/.test(request.url()) && troubles.push(request.url()),
    );
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('button', { name: 'Turn the camera on' }).click();
    const answer = page.getByRole('region', { name: 'What the model reads' });
    for (const thing of ['red', 'blue'])
      await expect(answer.getByRole('status')).toHaveText(thing, { timeout: readyMs });
    await expect(answer.getByRole('listitem')).toHaveCount(2);
    await page.getByText('Model card').click();
    await expect(page.getByRole('heading', { name: 'What it was not shown' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(2);
    expect(await violationsOf(page, [twoLooks[0]])).toEqual([]);
    expect(troubles).toEqual([]);
  } finally {
    await browser.close();
  }
}

test('two things before a camera: taken, trained, read live, mended, and read on a second device', async ({
  tabs,
  context,
}, testInfo) => {
  await context.grantPermissions(['camera']);
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Pictures from the camera/ }).check();
  await host.getByRole('button', { name: 'Turn the camera on' }).click();
  for (const [at, thing] of (['red', 'blue'] as const).entries()) {
    await host.getByLabel('Class', { exact: true }).nth(at).fill(thing);
    const taken = `[aria-label^="Delete picture"][aria-label$=" of ${thing}"]`;
    await whileSeeing(host, thing, `Hold to take pictures of ${thing}`, taken, 12);
  }
  await host.getByRole('button', { name: 'Use these pictures' }).click();
  await expect(host.getByText(/^✓ camera pictures: 24 examples of 32 × 32 × 3, 2 classes\./)).toBeVisible();
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host], 60);

  await openTab(host, 'Playground');
  await host.getByRole('button', { name: 'Turn the camera on' }).click();
  await expectBothNamed(host);
  const rate = host.getByText(/^\d+ pictures a second$/);
  await expect.poll(async () => Number.parseInt(await rate.innerText(), 10)).toBeGreaterThanOrEqual(10);
  expect(await violationsOf(host, [twoLooks[0]])).toEqual([]);

  const before = (await snapshotOf(host))!;
  await whileSeeing(host, 'red', 'red', '[data-waiting="true"]', 1);
  await expect(host.getByText(/added so far\. The ring trains on (it|them)\.$/)).toBeVisible({
    timeout: readyMs,
  });
  const after = (await snapshotOf(host))!;
  const { examples, added = 0 } = after.config!.data as Extract<RunConfig['data'], { kind: 'idx' }>;
  expect(added).toBeGreaterThanOrEqual(1);
  expect(examples).toBe(24 + added);
  expect(after.config!.validationExamples).toBe(before.config!.validationExamples);
  expect(after.step).toBeGreaterThanOrEqual(before.step);
  await untilMoreSteps([host], 5);

  await host.getByRole('button', { name: 'Yes, give copies' }).click();
  const link = await host.getByText(/\/watch\?try/).innerText();
  const phone = await tabs.openStranger(new URL(link).pathname + new URL(link).search + new URL(link).hash);
  await phone.context().grantPermissions(['camera']);
  await phone.getByRole('button', { name: 'Turn the camera on' }).click({ timeout: readyMs });
  await expectBothNamed(phone);

  const [saved] = await Promise.all([
    host.waitForEvent('download'),
    host.getByRole('button', { name: 'Save the app' }).click(),
  ]);
  const file = testInfo.outputPath(saved.suggestedFilename());
  await saved.saveAs(file);
  await expectApp(file);
});

test('a browser that alters the pixels that a page reads is named', async ({ tabs, context }) => {
  await context.grantPermissions(['camera']);
  await context.addInitScript(() => {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function altered(...place) {
      const image = Reflect.apply(read, this, place) as ImageData;
      for (let at = 0; at < image.data.length; at += 7) image.data[at] ^= 0x5a;
      return image;
    };
  });
  const page = await tabs.open('/start');
  await page.getByRole('radio', { name: /^Pictures from the camera/ }).check();
  await page.getByRole('button', { name: 'Turn the camera on' }).click();
  await expect(page.getByText(/^This browser alters the pixels that a page reads/)).toBeVisible();
});
