// Pictures from the camera: taken by pressing and by holding, one deleted and brought back, then a room trains on them. The
// camera is off when nobody needs it.
import { twoLooks, violationsOf } from '../axe';
import { expect, test } from '../fixtures';
import { chooseUsualEngine, untilMoreSteps, untilPhase } from '../lockstep-page';

type TrackWindow = Window & { readonly openedTracks?: readonly MediaStreamTrack[] };

test('pictures of two classes from the camera train a room', async ({ tabs, context }) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Pictures from the camera/ }).check();
  const turnOn = host.getByRole('button', { name: 'Turn the camera on' });
  await turnOn.click();
  await expect(host.getByText(/^This page may not use the camera\. Allow it/)).toBeVisible();
  await context.grantPermissions(['camera']);
  await host.evaluate(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wish) => {
      const stream = await open(wish);
      Object.assign(window, { openedTracks: [...openedTracks(), ...stream.getTracks()] });
      return stream;
    };
    function openedTracks(): readonly MediaStreamTrack[] {
      return (window as TrackWindow).openedTracks ?? [];
    }
  });
  const lights = () => host.evaluate(() => (window as TrackWindow).openedTracks?.map(({ readyState }) => readyState)); // prettier-ignore
  await turnOn.click();
  const hide = (isHidden: boolean) =>
    host.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await expect.poll(lights).toEqual(['live']);
  await hide(true);
  await expect(host.getByText(/turned off because this page was hidden/)).toBeVisible();
  expect(await lights()).toEqual(['ended']);
  await hide(false);
  await turnOn.click();

  const take = (name: string) => host.getByRole('button', { name: `Hold to take pictures of ${name}` });
  const pictures = (name: string) => host.getByRole('region', { name: `Pictures of ${name}`, exact: true });
  const use = host.getByRole('button', { name: 'Use these pictures' });
  await host.getByLabel('Class', { exact: true }).first().fill('spinning');
  await expect(take('spinning')).toBeEnabled();
  await take('spinning').hover();
  await host.mouse.down();
  await expect(pictures('spinning').getByText(/^([5-9]|\d\d+) pictures$/)).toBeVisible();
  await host.mouse.up();
  // Down and up at once: between two messages of a busy machine a key is held so long that it takes two.
  const pressKey = (button: Element) => {
    for (const type of ['keydown', 'keyup'])
      button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }));
  };
  for (let press = 0; press < 6; press++) await take('Class 2').evaluate(pressKey);
  await expect(pictures('Class 2').getByText('6 pictures', { exact: true })).toBeVisible();
  await expect(pictures('Class 2').getByRole('button', { name: /^Delete picture/ })).toHaveCount(6);
  await host.getByRole('button', { name: 'Delete picture 2 of Class 2' }).click();
  await expect(pictures('Class 2').getByText('5 pictures', { exact: true })).toBeVisible();
  await host.getByRole('button', { name: 'Undo the deletion from “Class 2”' }).click();
  await expect(pictures('Class 2').getByText('6 pictures', { exact: true })).toBeVisible();
  expect(await violationsOf(host, [twoLooks[0]])).toEqual([]);

  expect(await lights()).toEqual(['ended', 'live']);
  await use.click();
  await expect.poll(lights).toEqual(['ended', 'ended']);
  await expect(host.getByText(/^✓ camera pictures: \d+ examples of 32 × 32 × 3, 2 classes\./)).toBeVisible();
  await expect(host.getByRole('list', { name: 'Examples of each class' })).toContainText('spinning');
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host], 5);
});
