// The class's loop with a camera and with a microphone: examples of two things are taken and trained on in a room; the playground
// names what is there now, and so does a second device that scans the link, once the host says yes. “Wrong here?” adds an
// example to the data, and the ring trains on. The app says the same from disk. A browser that alters pixels or sound is named.
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs } from '../scripts/chromium-args.mjs';
import { findBrowser } from '../scripts/find-browser.mjs';
import { twoLooks, violationsOf } from './axe';
import type { RunConfig } from '../src/replica/protocol';
import { cameraFile } from './camera-file';
import { expect, test } from './fixtures';
import { chooseUsualEngine, openTab, readyMs, snapshotOf, untilMoreSteps, untilPhase } from './lockstep-page';
import { soundFile } from './sound-file';

const launchOptions = {
  executablePath: findBrowser('chromium'),
  args: [
    ...chromiumArgs,
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${cameraFile()}`,
    `--use-file-for-fake-audio-capture=${soundFile()}`,
  ],
};
test.use({ launchOptions });

const senses = {
  camera: {
    things: ['red', 'blue'],
    choice: /^Pictures from the camera/,
    turnOn: 'Turn the camera on',
    hold: (thing: string) => `Hold to take pictures of ${thing}`,
    taken: (thing: string) => `[aria-label^="Delete picture"][aria-label$=" of ${thing}"]`,
    each: 12,
    use: 'Use these pictures',
    found: /^✓ camera pictures: 24 examples of 32 × 32 × 3, 2 classes\./,
    rate: /^\d+ pictures a second$/,
  },
  microphone: {
    things: ['low', 'high'],
    choice: /^Sounds from the microphone/,
    turnOn: 'Turn the microphone on',
    hold: (thing: string) => `Hold to record ${thing}`,
    taken: (thing: string) => `[aria-label^="Delete second"][aria-label$=" of ${thing}"]`,
    each: 5,
    use: 'Use these sounds',
    found: /^✓ microphone sounds: 10 examples of 32 × 32, 2 classes\./,
    rate: /^\d+ readings a second$/,
  },
} as const;

interface Wish {
  readonly thing: string;
  readonly button: string;
  readonly selector: string;
  readonly count: number;
}

/** Presses the button of each wish whenever the camera sees its thing, or the microphone hears it, in the same turn, until
 *  `count` of `selector` are there. A second that was begun in one tone and ended in the other is deleted. */
async function whileThere(page: Page, wishes: readonly Wish[]): Promise<void> {
  await page.evaluate(async (wanted) => {
    const all = <E extends Element>(selector: string) => [
      ...document.querySelectorAll<E & HTMLElement>(selector),
    ];
    const sheet = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const seen = (video: HTMLVideoElement): string => {
      [sheet.canvas.width, sheet.canvas.height] = [video.videoWidth, video.videoHeight];
      sheet.drawImage(video, 0, 0);
      const sums = [0, 0, 0];
      const { data } = sheet.getImageData(0, video.videoHeight >> 1, video.videoWidth, 1);
      for (let at = 0; at < data.length; at++) if (at % 4 < 3) sums[at % 4] += data[at];
      return sums[0] > sums[2] ? 'red' : 'blue';
    };
    /** The tone of a picture of a second, or of its newest columns: the darkest pixel of each. */
    const heard = (canvas: HTMLCanvasElement, newest = canvas.width): string | undefined => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const tones = Array.from({ length: width }, (_, column) => {
        const levels = Array.from({ length: height }, (_, row) => data[4 * (row * width + column)]);
        const darkest = Math.min(...levels);
        return darkest > 128 ? 'none' : levels.indexOf(darkest) < height / 2 ? 'high' : 'low';
      });
      const last = new Set(tones.slice(-newest));
      return last.size === 1 ? tones.at(-1) : undefined;
    };
    /** A picture that is not drawn yet has no colour. */
    const isDrawn = (canvas: HTMLCanvasElement): boolean =>
      canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data[3] === 255;
    const there = (): string | undefined => {
      const [video] = all<HTMLVideoElement>('video');
      if (video) return seen(video);
      // The second that the model was given last, or else what the microphone hears at the moment.
      const [given] = all<HTMLCanvasElement>('canvas[aria-label="What the model hears"]');
      if (given) return isDrawn(given) ? heard(given) : undefined;
      const [now] = all<HTMLCanvasElement>('canvas[aria-label^="What the microphone hears"]');
      return now && isDrawn(now) ? heard(now, 3) : undefined;
    };
    const buttonOf = (name: string) =>
      all<HTMLButtonElement>('button').find((one) => (one.ariaLabel ?? one.textContent) === name);
    const missing = () => wanted.filter(({ selector, count }) => all(selector).length < count);
    while (missing().length > 0) {
      for (const { thing, button, selector } of missing()) {
        const target = buttonOf(button);
        if (!target || target.disabled || target.dataset.going === 'true' || there() !== thing) continue;
        const before = all(selector).length;
        for (const type of ['keydown', 'keyup'])
          target.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
        if (!selector.includes('second')) continue;
        const newest = () => all(selector)[0]?.querySelector('canvas');
        while (all(selector).length === before || !isDrawn(newest()!))
          await new Promise((resolve) => setTimeout(resolve, 20));
        if (heard(newest()!) !== thing) all(selector)[0].click();
      }
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }, wishes);
}

/** The page names both things in turn. */
async function expectBothNamed(page: Page, things: readonly string[]): Promise<void> {
  const reading = page.getByRole('region', { name: /^What the model of step/ });
  for (const thing of things)
    await expect(reading.locator('p').first()).toHaveText(thing, { timeout: readyMs });
}

/** The app opens from disk in a browser of its own, without a network, and names both things. */
async function expectApp(file: string, sense: keyof typeof senses): Promise<void> {
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await browser.newContext({ offline: true, permissions: [sense] });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on(
      'request',
      (request) => !/^(file|data|blob):/.test(request.url()) && troubles.push(request.url()),
    );
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('button', { name: senses[sense].turnOn }).click();
    const answer = page.getByRole('region', { name: 'What the model reads' });
    for (const thing of senses[sense].things)
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

for (const sense of ['camera', 'microphone'] as const)
  test(`two things before a ${sense}: taken, trained, read live, mended, and read on a second device`, async ({
    tabs,
    context,
  }, testInfo) => {
    const { things, choice, turnOn, hold, taken, each, use, found, rate } = senses[sense];
    const host = await tabs.open('/start');
    await host.getByRole('radio', { name: choice }).check();
    await host.getByRole('button', { name: turnOn }).click();
    await expect(host.getByText(`This page may not use the ${sense}.`)).toBeVisible();
    await context.grantPermissions([sense]);
    await host.getByRole('button', { name: turnOn }).click();
    for (const [at, thing] of things.entries())
      await host.getByLabel('Class', { exact: true }).nth(at).fill(thing);
    await whileThere(
      host,
      things.map((thing) => ({ thing, button: hold(thing), selector: taken(thing), count: each })),
    );
    expect(await violationsOf(host, [twoLooks[0]])).toEqual([]);
    await host.getByRole('button', { name: use }).click();
    await expect(host.getByText(found)).toBeVisible();
    await chooseUsualEngine(host);
    await host.getByRole('button', { name: 'Open the room' }).click();
    await untilPhase(host, 'lobby');
    await host.getByRole('button', { name: 'Start', exact: true }).click();
    await untilMoreSteps([host], 60);

    await openTab(host, 'Playground');
    await host.getByRole('button', { name: turnOn }).click();
    await expectBothNamed(host, things);
    const read = host.getByText(rate);
    await expect
      .poll(async () => Number.parseInt(await read.innerText(), 10), { timeout: readyMs })
      .toBeGreaterThanOrEqual(10);
    expect(await violationsOf(host, [twoLooks[0]])).toEqual([]);

    const before = (await snapshotOf(host))!;
    const [thing] = things;
    await whileThere(host, [{ thing, button: thing, selector: '[data-waiting="true"]', count: 1 }]);
    await expect(host.getByText(/added so far\. The ring trains on (it|them)\.$/)).toBeVisible({
      timeout: readyMs,
    });
    const after = (await snapshotOf(host))!;
    const { examples, added = 0 } = after.config!.data as Extract<RunConfig['data'], { kind: 'idx' }>;
    expect(added).toBeGreaterThanOrEqual(1);
    expect(examples).toBe(2 * each + added);
    expect(after.config!.validationExamples).toBe(before.config!.validationExamples);
    expect(after.step).toBeGreaterThanOrEqual(before.step);
    await untilMoreSteps([host], 5);

    await host.getByRole('button', { name: 'Yes, give copies' }).click();
    const link = await host.getByText(/\/watch\?try/).innerText();
    const phone = await tabs.openStranger(new URL(link).pathname + new URL(link).search + new URL(link).hash);
    await phone.context().grantPermissions([sense]);
    await phone.getByRole('button', { name: turnOn }).click({ timeout: readyMs });
    await expectBothNamed(phone, things);

    const [saved] = await Promise.all([
      host.waitForEvent('download'),
      host.getByRole('button', { name: 'Save the app' }).click(),
    ]);
    const file = testInfo.outputPath(saved.suggestedFilename());
    await saved.saveAs(file);
    await expectApp(file, sense);
  });

test('a browser that alters the pixels or the sound that a page reads is named', async ({
  tabs,
  context,
}) => {
  await context.grantPermissions(['camera', 'microphone']);
  await context.addInitScript(() => {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function altered(...place) {
      const image = Reflect.apply(read, this, place) as ImageData;
      for (let at = 0; at < image.data.length; at += 7) image.data[at] ^= 0x5a;
      return image;
    };
    const listen = AnalyserNode.prototype.getFloatTimeDomainData;
    AnalyserNode.prototype.getFloatTimeDomainData = function altered(samples) {
      Reflect.apply(listen, this, [samples]);
      for (let at = 0; at < samples.length; at += 7) samples[at] += 0.1;
    };
  });
  const page = await tabs.open('/start');
  await page.getByRole('radio', { name: senses.camera.choice }).check();
  await page.getByRole('button', { name: senses.camera.turnOn }).click();
  await expect(page.getByText(/^This browser alters the pixels that a page reads/)).toBeVisible();
  await page.getByRole('radio', { name: senses.microphone.choice }).check();
  await page.getByRole('button', { name: senses.microphone.turnOn }).click();
  await expect(page.getByText(/^This browser alters the sound that a page reads/)).toBeVisible();
});
