import { expect, test } from 'vitest';
import { holdAlert, readableMs, type Alert, type HeldAlert } from './held-alert';

const alert = (cause: string, text = cause, isUrgent = false): Alert => ({
  ...{ cause, text, isUrgent },
  title: 'The loss rose.',
});

/** What is on screen after each of these, one every 100 ms. */
function shown(alerts: readonly (Alert | undefined)[]): (string | undefined)[] {
  let held: HeldAlert | undefined;
  return alerts.map((one, i) => (held = holdAlert(held, one, 100 * i))?.alert.text);
}

test('an alarm at every other step does not flicker, and its text does not change with its numbers', () => {
  const alerts = Array.from({ length: 300 }, (_, i) => (i % 2 ? undefined : alert('the rate', `loss ${i}`)));
  expect(new Set(shown(alerts))).toEqual(new Set(['loss 0']));
});

test('an alarm of one step stays readable for some seconds, then goes', () => {
  const screens = shown([alert('the rate'), ...Array.from({ length: 120 }, () => undefined)]);
  expect(screens.lastIndexOf('the rate')).toBe(readableMs / 100 - 1);
  expect(screens.at(-1)).toBeUndefined();
});

test('another cause waits until the first could be read, unless it is urgent', () => {
  const causes = (isUrgent: boolean): (string | undefined)[] =>
    shown([alert('a'), ...Array.from({ length: 120 }, () => alert('b', 'b', isUrgent))]);
  expect(causes(false).indexOf('b')).toBe(readableMs / 100);
  expect(causes(true).indexOf('b')).toBe(1);
});
