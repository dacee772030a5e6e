// A lesson as a student takes it: settings, a prediction, a run, what was measured, the challenge.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

export interface Attempt {
  /** Control → option, by their words. */
  readonly set?: Readonly<Record<string, string>>;
  /** The option, or the answer of the slider, that the student predicts. */
  readonly predict: string;
  readonly measured: string | RegExp;
  /** What the page says of the challenge. */
  readonly challenge: RegExp;
}

export const walks: Readonly<Record<string, readonly Attempt[]>> = {
  'how-a-sum-travels': [
    {
      set: { Tabs: '8' },
      predict: '8 messages',
      measured: '14 messages',
      challenge: /^Not yet\. The ring is not done first/,
    },
    {
      set: { 'What each tab learned': 'much: 4\u00a0MB' },
      predict: '14 messages',
      measured: '14 messages',
      challenge: /^Met\. The ring is done first/,
    },
  ],
  'one-model': [
    {
      set: { 'Replicas in the ring': '3', 'Examples per replica and step': '16' },
      predict: 'That of the ring: several learn faster than one',
      measured: /^That of/,
      challenge: /^Not yet\. The lines part: they are up to \d+\s% apart\./,
    },
    {
      set: {
        'Replicas in the ring': '3',
        'Examples per replica and step': '16',
        'Examples per step of the one replica': '48',
      },
      predict: 'Neither: the two lines lie on each other',
      measured: 'Neither: the two lines lie on each other',
      challenge: /^Met\. The lines lie on each other/,
    },
  ],
  'communication-wall': [
    { predict: '20\u00a0ms', measured: /\d\sm?s$/, challenge: /^Not yet\. A step took \d{3}\sms\.$/ },
    {
      set: { 'Each number is sent as': '1 byte' },
      predict: '50\u00a0ms',
      measured: /\d\sm?s$/,
      challenge: /^Met\. A step took \d\d\.\d\sms\.$/,
    },
  ],
  'fuse-and-overlap': [
    {
      set: { 'Sums start': 'during it (overlap)' },
      predict: '2\u00a0s',
      measured: '5.09 s',
      challenge: /^Not yet\. 37\s% of the time of the sums is hidden\.$/,
    },
    {
      set: { 'The gradient travels as': 'buckets' },
      predict: '3\u00a0s',
      measured: '2.6 s',
      challenge: /^Met\. 80\s% of the time of the sums is hidden\.$/,
    },
  ],
  'fewer-bytes': [
    {
      predict: '25\u00a0%',
      measured: /^3\d(\.\d)?\s%$/,
      challenge: /^Not yet\. You still send 3\d\s% of the bytes\.$/,
    },
    {
      set: { 'Each number is sent as': 'half a byte (int4)' },
      predict: '15\u00a0%',
      measured: /^2\d(\.\d)?\s%$/,
      challenge: /^Met\. 2\d\s% of the bytes/,
    },
  ],
  'talk-less': [
    {
      set: { 'Local steps between two sums': '16' },
      predict: 'More than 10 % higher',
      measured: 'More than 10 % higher',
      challenge: /^Not yet\. You still send 6\.\d\s% of the bytes/,
    },
    {
      set: {
        'Local steps between two sums': '48',
        'The average change is': 'a step with momentum (DiLoCo)',
      },
      predict: 'Within 10 % of it',
      measured: 'More than 10 % lower',
      challenge: /^Met\. 2\.\d\s% of the bytes/,
    },
  ],
  'peer-dies': [
    { predict: '100\u00a0ms', measured: /\d\sm?s$/, challenge: /^Not yet\. The replica said goodbye\./ },
    {
      set: { 'The last replica': 'vanishes without a word', 'The batch': '48 in all, shared' },
      predict: '2\u00a0s',
      measured: /\d\sm?s$/,
      challenge: /^Met\. The batch stayed/,
    },
  ],
  'when-it-stops': [
    {
      predict: 'None of them',
      measured: 'Memory: the model does not fit',
      challenge: /^Not yet\. The challenge asks for 70 billion/,
    },
    {
      set: {
        'Parameters of the model': '70 billion',
        'Devices, each with 80 GB': '4,096',
        'Devices that share one model': '64',
        'Line of each device': '200 Gbit/s',
      },
      predict: 'None of them',
      measured: 'None of them',
      challenge: /^Met\. The model fits/,
    },
  ],
  'effective-batch': [
    {
      set: { 'With a larger batch, the rate': 'grows with it' },
      predict: 'Within 10 % of it',
      measured: 'More than 10 % higher',
      challenge: /^Not yet\. The ring’s loss is \d\d\.\d\s% above/,
    },
    {
      set: { 'Warm-up': 'over 40 % of the steps' },
      predict: 'Within 10 % of it',
      measured: 'Within 10 % of it',
      challenge: /^Met\. The ring’s loss is \d\.\d\s% above/,
    },
  ],
};

/** The page shows the lesson. */
export async function take(page: Page, attempt: Attempt, number: number): Promise<void> {
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const run = page.getByRole('button', { name: 'Run it' });
  for (const [control, option] of Object.entries(attempt.set ?? {}))
    await page
      .getByRole('group', { name: control })
      .getByRole('radio', { name: option, exact: true })
      .check();
  await expect(run).toBeDisabled();
  const slider = card('Predict').getByRole('slider');
  if (await slider.isVisible()) await slideTo(slider, attempt.predict);
  else await card('Predict').getByRole('radio', { name: attempt.predict, exact: true }).check();
  await run.click();
  await expect(card('Challenge')).toContainText(`${number === 1 ? 'One run' : `${number} runs`} so far.`, {
    timeout: 180_000,
  });
  const came = card('Run');
  await expect(came.getByRole('definition').nth(0)).toContainText(attempt.predict);
  await expect(came.getByRole('definition').nth(1)).toContainText(attempt.measured);
  await expect(card('Challenge').getByRole('status')).toHaveText(attempt.challenge);
}

/** Moves the slider from its least answer on, until it says this one. */
export async function slideTo(slider: Locator, answer: string): Promise<void> {
  const last = Number(await slider.getAttribute('max'));
  for (let place = 0; place <= last; place++) {
    await slider.fill(String(place));
    if ((await slider.getAttribute('aria-valuetext')) === answer) return;
  }
  throw new Error(`no place of the slider says ${answer}`);
}
