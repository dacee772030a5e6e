import { expect, test } from 'vitest';
import {
  costBetween,
  entryLine,
  framesLine,
  heapLine,
  homeLine,
  joinsLine,
  moreScriptLine,
  scriptLine,
  shareLine,
  threadsLine,
  tickLine,
  trainingCostLine,
  type PageCost,
} from './ui-report';

test('a cost is processor time per second of the page’s clock; what has no name is other', () => {
  const begin = { atS: 100, task: 1, script: 0.5, layout: 0.1, style: 0.2 };
  const end = { atS: 104, task: 2, script: 0.9, layout: 0.2, style: 0.4 };
  const cost = costBetween(begin, end);
  const close = Object.fromEntries(Object.entries(cost).map(([part, ms]) => [part, Number(ms.toFixed(6))]));
  expect(close).toEqual({ total: 250, script: 100, layout: 25, style: 50, other: 75 });
  expect(() => costBetween(begin, begin)).toThrow('did not move');
});

test('lines have medians, each over its own part, and the goals', () => {
  const costs = [50, 300, 120].map((total): PageCost => ({
    ...{ total, script: 400 - total, layout: 1, style: 2, other: 3 },
  }));
  expect(shareLine('moons, host', costs)).toEqual({
    name: 'ui moons, host, main thread',
    ...{ ours: 12, goal: 10, unit: '% of a core', runs: 3 },
    parts: { script: 280, layout: 1, style: 2, other: 3 },
  });
  expect(framesLine('moons, host', [40, 60, 58])).toMatchObject({ ours: 58, goal: 50, unit: 'fps' });
  expect(framesLine('moons, wall', [19], 20)).toMatchObject({ ours: 19, goal: 20 });
  const workers = 60_000;
  expect(scriptLine('home', { en: [{ page: 100_040, workers }], de: [{ page: 110_000, workers }] })).toEqual({
    name: 'ui JavaScript before Join, home',
    ...{ ours: 110, goal: 120, unit: 'kB', runs: 1 },
    parts: { en: 100, de: 110, workers: 60 },
  });
});

test('what drawing costs the training is seen by pausing it', () => {
  const cost = (total: number): PageCost => ({ total, script: 0, layout: 0, style: 0, other: 0 });
  const runs = [90, 100, 95].map((steps) => ({
    drawn: { steps, cost: cost(190) },
    without: { steps: 100, cost: cost(50) },
  }));
  expect(trainingCostLine('moons', 'display paused', runs)).toEqual({
    name: 'ui moons, cost to training',
    ...{ ours: 5, goal: 3, unit: '% of its steps per second', runs: 3 },
    parts: {
      'steps per second, drawn': 95,
      'ms per step, drawn': 2,
      'ms per step, display paused': 0.5,
      'CPU-ms per second, drawn': 190,
      'CPU-ms per second, display paused': 50,
    },
  });
});

test('what drawing costs is named by thread, the most first', () => {
  const paused = { 'renderer main': 50, 'renderer DedicatedWorker': 700 };
  const runs = [
    { drawn: { 'gpu Viz': 20, 'renderer main': 80, 'renderer DedicatedWorker': 900 }, paused },
    { drawn: { 'gpu Viz': 20, 'renderer main': 90, 'renderer DedicatedWorker': 890 }, paused },
    { drawn: { 'gpu Viz': 10, 'renderer main': 70, 'renderer DedicatedWorker': 420 }, paused },
  ];
  const line = threadsLine('moons', runs);
  expect(line).toMatchObject({ ours: 6, goal: 3, runs: 3 });
  expect(Object.entries(line.parts as object)).toEqual([
    ['CPU-ms per second, all threads', 1000],
    ['least', 5],
    ['most', 6],
    ['more CPU-ms per second, renderer main', 30],
    ['more CPU-ms per second, gpu Viz', 20],
  ]);
});

test('a replay by the tick, its heap by the minute, an entry by its parts', () => {
  const cost = { total: 90, script: 17.5, layout: 1, style: 2, other: 52 };
  // Steps came more often than the page drew.
  const pausedCost = { ...cost, script: 2.5 };
  const visit = { cost, pausedCost, draws: 5 };
  expect(tickLine('replay', 1, [visit])).toMatchObject({
    ...{ ours: 3.25, goal: 4, unit: 'ms a tick' },
    parts: { 'drawings a second': 5, 'ms a second': 17.5, 'ms a tick without a drawing': 0.25 },
  });
  expect(tickLine('replay', 4, [{ ...visit, draws: 1 }])).toMatchObject({ ours: 15.25, goal: 16 });
  expect(heapLine(30, { begin: 20, end: 23.456 })).toMatchObject({ ours: 3.5, goal: 5, unit: 'MB more' });
  const visits = [{ total: 4.321, untilJoin: 1.2, untilLoss: 4 }];
  expect(entryLine('moons', 'laptop', visits)).toMatchObject({
    ...{ name: 'ui moons, laptop, link to first step', ours: 4.32, goal: 3, unit: 's' },
    parts: { 'until Join was pressed': 1.2, 'from Join to a loss shown': 2.8 },
  });
  expect(entryLine('moons', 'phone', [{ total: 8, untilJoin: 2 }])).toMatchObject({
    ...{ ours: 8, goal: 6, parts: { 'until Join was pressed': 2 } },
  });
});

test('Home is measured until it trains, and by what is seen before', () => {
  const visits = [3, 1, 2].map((training) => ({ painted: 0.3, moving: 1, boundary: 0.9, training }));
  expect(homeLine('laptop', visits)).toEqual({
    name: 'ui Home, laptop, address to training',
    ...{ ours: 2, goal: 2, unit: 's', runs: 3 },
    parts: { 'first paint': 0.3, 'first picture that moves': 1, 'boundary drawn': 0.9 },
  });
});

test('a screen’s scripts are those that no screen before it fetched; the largest of its kind counts', () => {
  const before = { 'index.js': 80_000, 'charts.js': 60_000 };
  expect(
    moreScriptLine('lesson', before, {
      'one-model': { 'index.js': 80_000, 'lessons.js': 20_000, 'one-model.js': 5_000 },
      'fewer-bytes': { 'index.js': 80_000, 'charts.js': 60_000, 'lessons.js': 20_000 },
    }),
  ).toEqual({
    name: 'ui JavaScript, lesson',
    ...{ ours: 25, goal: 40, unit: 'kB more', runs: 1 },
    parts: { 'one-model': 25, 'fewer-bytes': 20 },
  });
  expect(moreScriptLine('dashboard', {}, { dashboard: before })).toMatchObject({ ours: 140, goal: 170 });
});

test('joins are one time for all of them', () => {
  expect(joinsLine(40, [31.26], [12.34])).toEqual({
    name: 'ui 40 joins, Node replicas in one process',
    ...{ ours: 31.3, goal: 60, unit: 's', runs: 1 },
    parts: { 'half of them within': 12.3 },
  });
});
