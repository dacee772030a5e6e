// R26e: an address whose connections are cut off again and again waits for its next sessions; others do not.
import { expect, it } from 'vitest';
import { ManualClock } from '../base/clock';
import { cutRule, sessionRule, sessionWaitMs } from './limits';
import { NewSessions } from './new-sessions';

function asked(sessions: NewSessions, address: string): boolean[] {
  const answers: boolean[] = [];
  sessions.ask(address, (isAllowed) => answers.push(isAllowed));
  return answers;
}

it('R26e the next session waits, whoever asks from there, and elsewhere none does', () => {
  const clock = new ManualClock();
  const sessions = new NewSessions(clock, 10);
  for (let i = 1; i < cutRule.capacity; i++) sessions.cut('192.0.2.1');
  expect(asked(sessions, '192.0.2.1')).toEqual([true]);
  for (let i = 0; i < 100; i++) sessions.cut('192.0.2.1');
  const waiting = asked(sessions, '192.0.2.1');
  expect(asked(sessions, '192.0.2.2')).toEqual([true]);
  expect(waiting).toEqual([]);
  clock.runNext();
  expect(clock.now()).toBe(sessionWaitMs);
  expect(waiting).toEqual([true]);
  // More cuts make no longer wait: it ends with the attack.
  expect(asked(sessions, '192.0.2.1')).toEqual([true]);
});

it('R4 places and the pace of sessions are asked for when the wait is over', () => {
  const clock = new ManualClock();
  const sessions = new NewSessions(clock, 2);
  for (let i = 0; i < cutRule.capacity; i++) sessions.cut('192.0.2.1');
  const both = [asked(sessions, '192.0.2.1'), asked(sessions, '192.0.2.1')];
  sessions.opened('192.0.2.1');
  sessions.opened('192.0.2.1');
  clock.runNext();
  clock.runNext();
  expect(both).toEqual([[false], [false]]);
  sessions.closed('192.0.2.1');
  expect(asked(sessions, '192.0.2.1')).toEqual([true]);
  for (let i = 1; i < sessionRule.capacity; i++) asked(sessions, '192.0.2.1');
  expect(asked(sessions, '192.0.2.1')).toEqual([false]);
});
