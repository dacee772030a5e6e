// R16: a ring's progress reaches the server in time and not too often.
import { expect, it } from 'vitest';
import { ManualClock } from '../../base/clock';
import { phaseEveryMs, ProgressReport, stepEveryMs } from './progress-report';

function pass(clock: ManualClock, ms: number): void {
  let isOver = false;
  clock.after(ms, () => (isOver = true));
  while (!isOver) clock.runNext();
}

it('R16 a phase is sent at once, steps every few seconds, the last report in the end', () => {
  const clock = new ManualClock();
  const sent: [atMs: number, what: string][] = [];
  const report: ProgressReport = new ProgressReport(clock, () => {
    sent.push([clock.now(), report.current ? `${report.current.phase} ${report.current.step}` : 'nothing']);
    report.markSent();
  });
  pass(clock, 10_000);
  report.report({ phase: 'lobby', step: 0 });
  pass(clock, 2000);
  for (let step = 0; step <= 120; step++) {
    report.report({ phase: 'training', step });
    pass(clock, 100);
  }
  pass(clock, 20_000);
  report.report({ phase: 'paused', step: 120 });
  report.report(undefined);
  report.report({ phase: 'training', step: 121 });
  pass(clock, 20_000);
  expect(sent.map(([, what]) => what)).toEqual([
    'lobby 0',
    'training 0',
    'training 49',
    'training 99',
    'training 120',
    'paused 120',
    'training 121',
  ]);
  for (const [i, [atMs, what]] of sent.entries()) {
    const [beforeMs, before] = sent[i - 1] ?? [-Infinity, ''];
    const least = what.split(' ')[0] === before.split(' ')[0] ? stepEveryMs : phaseEveryMs;
    expect(atMs - beforeMs, what).toBeGreaterThanOrEqual(least);
  }
});

it('R16 a door that opens or shuts is sent at once', () => {
  const clock = new ManualClock();
  const sent: (string | undefined)[] = [];
  const report: ProgressReport = new ProgressReport(clock, () => {
    sent.push(report.current?.door);
    report.markSent();
  });
  report.report({ phase: 'paused', step: 7 });
  pass(clock, phaseEveryMs);
  report.report({ phase: 'paused', step: 7, door: 'locked' });
  expect(sent).toEqual([undefined, 'locked']);
});
