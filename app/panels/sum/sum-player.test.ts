// The clock of a picture, in steps: a member's loss is played at once, then the same step again, and nothing newer between.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { plannedSum, type DrawnMember, type DrawnSum } from './drawn-sum';
import { playOf, type SumPlay } from './sum-play';
import { SumPlayer } from './sum-player';
import { PacedFrames } from '../../ui/paced-frames';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sumOf(ids: string, step: number): DrawnSum {
  const members = [...ids].map((id): DrawnMember => ({ id, name: id, isSelf: id === 'a', adds: true }));
  return { ...plannedSum('ring', members), recorded: { run: 1, step, buckets: 1, errorMs: 0 } };
}

function player(first: SumPlay) {
  const shown: string[] = [];
  const made = new SumPlayer(
    first,
    {
      draw: () => undefined,
      changed: ({ sum }, ms) =>
        shown.push(`${sum.recorded?.step ?? 'plan'}${sum.ended ? ' ended' : ''} at ${Math.round(ms)}`),
    },
    () => true,
    new PacedFrames(1),
  );
  made.isSeen = true;
  return { made, shown };
}

it('plays an attempt that a member did not survive, then the same step, then what is newer', () => {
  const { made, shown } = player(playOf(sumOf('abc', 1)));
  made.isPlaying = true;
  vi.advanceTimersByTime(2_000);
  const failed = { ...sumOf('abc', 2), ended: { lost: 2, atMs: 1500 } };
  made.take(playOf({ ...sumOf('ab', 2), before: failed }));
  made.take(playOf(sumOf('ab', 3)));
  made.take(playOf(sumOf('ab', 4)));
  shown.length = 0;
  expect(made.play.sum.ended).toBeDefined();
  vi.advanceTimersByTime(30_000);
  const played = shown.map((text) => text.split(' at ')[0]);
  expect(played.filter((text, at) => text !== played[at - 1])).toEqual(['2 ended', '2', '4']);
  expect(shown.filter((text) => text.startsWith('2 at'))).toContain('2 at 0');
  made.dispose();
});

it('goes to its end before it takes a newer sum, and shows at rest what comes while it is paused', () => {
  const { made, shown } = player(playOf(sumOf('abc', 1)));
  made.take(playOf(sumOf('abc', 2)));
  expect([made.play.sum.recorded!.step, made.ms]).toEqual([2, made.play.endMs]);
  made.isPlaying = true;
  vi.advanceTimersByTime(2_000);
  made.take(playOf(sumOf('abc', 3)));
  expect(made.play.sum.recorded!.step).toBe(2);
  vi.advanceTimersByTime(20_000);
  expect(made.play.sum.recorded!.step).toBe(3);
  expect(shown.some((text) => text === `2 at ${Math.round(made.play.endMs)}`)).toBe(true);
  made.dispose();
  made.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

it('says each message once as it begins, while it moves', () => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  const said: string[] = [];
  let frames = 0;
  const play = playOf(sumOf('abc', 1));
  const made = new SumPlayer(
    play,
    {
      draw: () => frames++,
      changed: (shown, ms) => {
        const { phase, round } = shown.at(ms);
        said.push(`${phase} ${round}`);
      },
    },
    () => false,
  );
  made.isSeen = true;
  made.isPlaying = true;
  for (let waited = 0; made.ms < play.endMs && waited < 6_000; waited++) vi.advanceTimersByTime(10);
  // The last part is added before the first whole chunk leaves.
  expect(said).toEqual(['begin 0', 'add 1', 'add 2', 'copy 2', 'copy 3', 'copy 4', 'update 4', 'equal 4']);
  expect(frames).toBeGreaterThan(3 * said.length);
  made.dispose();
});

it('shows no sum at rest before there was one', () => {
  const plan = (isToCome: boolean): SumPlay =>
    playOf(plannedSum('ring', sumOf('abc', 1).members, { isToCome }));
  const { made } = player(plan(true));
  const apart = made.play.at(made.ms);
  expect([apart.phase, apart.count(0, 0), apart.count(2, 2)]).toEqual(['begin', 1, 1]);
  made.take(plan(false));
  expect(made.play.at(made.ms).phase).toBe('equal');
  made.dispose();
});

it('gives up a plan for what happened, but nothing that a person goes through in steps', () => {
  const { made } = player(playOf(plannedSum('ring', sumOf('abc', 1).members)));
  made.step();
  made.take(playOf(sumOf('abc', 2)));
  expect([made.play.sum.recorded!.step, made.ms]).toEqual([2, 0]);
  made.step();
  const { ms } = made;
  made.take(playOf(sumOf('abc', 3)));
  expect([made.play.sum.recorded!.step, made.ms]).toEqual([2, ms]);
  while (made.ms > 0) made.step();
  expect(made.play.sum.recorded!.step).toBe(3);
  made.dispose();
});

it('plays a loss to its end though the sum before it was at rest', () => {
  const { made } = player(playOf(sumOf('abc', 1)));
  made.isPlaying = true;
  for (let waited = 0; made.ms < made.play.endMs && waited < 600; waited++) vi.advanceTimersByTime(100);
  vi.advanceTimersByTime(1_500);
  const failed = { ...sumOf('abc', 2), ended: { lost: 2, atMs: 1500 } };
  made.take(playOf({ ...sumOf('ab', 2), before: failed }));
  const { ms } = made;
  vi.advanceTimersByTime(1_000);
  expect([made.play.sum.ended !== undefined, made.ms]).toEqual([true, ms]);
  made.dispose();
});
