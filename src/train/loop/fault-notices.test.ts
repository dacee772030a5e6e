// The log says when a replica is left out for being slow, and when that is over.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { FaultNotices } from './fault-notices';

const slow = { member: 'a'.repeat(16), untilStep: 1633 };

function said(members: readonly string[], ...changes: (typeof slow)[][]): readonly string[] {
  const lines: string[] = [];
  const notices = new FaultNotices(
    () => 'Calm Heron',
    (level, says) => lines.push(`${level}: ${inEnglish(says)}`),
  );
  changes.slice(1).forEach((now, index) => notices.suspended({ members }, changes[index], now));
  return lines;
}

test('left out once, in full numbers, and back once', () => {
  const [out, back, ...others] = said([slow.member], [], [slow], [slow], [], []);
  expect(out).toMatch(/^warning: Calm Heron is left out until step 1,633: /);
  expect(back).toBe('info: Calm Heron has a part again');
  expect(others).toEqual([]);
});

test('left out again: not back in between', () => {
  const [, again, ...others] = said([slow.member], [], [slow], [{ ...slow, untilStep: 1683 }]);
  expect(again).toMatch(/^warning: Calm Heron is left out until step 1,683: /);
  expect(others).toEqual([]);
});

test('who left the ring meanwhile is not said to be back', () => {
  expect(said([], [], [slow], [])).toHaveLength(1);
});
