// What a wall and a device that watches draw from a RingView.
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { watchedRing } from '../../../tools/lab/fixtures/watched';
import type { Mark } from '../../bridge/words/mark-words';
import { ProjectedPicture } from '../../screens/projected-picture';
import { WatchView } from '../../screens/watch';
import { drawn, textOf } from '../testing/drawn-panel';
import { WatchedLoss } from './watched-loss';
import { WatchedModel } from './watched-model';
import { WatchedSplit } from './watched-split';

const viewOf = (state: string) => watchedRing(state).shown!.picture;

test('the loss is a line through the points of the view, with what was changed', () => {
  const curve = [
    [1, 0.8],
    [11, 0.4],
    [21, 0.2],
  ] as [number, number][];
  const view = { ...viewOf('training-3'), curve, loss: 0.2, step: 21 };
  const mark: Mark = {
    change: 'rate',
    words: () => 'learning rate 0.1',
    step: 11,
    effect: { kind: 'measuring' },
  };
  const markup = drawn(<WatchedLoss view={view} textPx={24} marks={[mark]} />);
  expect(markup).toContain('Training loss from step 1 to 21: 0.800 to 0.200.');
  const [, line] = / d="M([^"]*)" stroke="var\(--blue\)"/.exec(markup)!;
  const points = line.split('L').map((point) => point.split(' ').map(Number));
  expect(points).toHaveLength(3);
  expect(points[1][0] - points[0][0], 'as many steps apart').toBeCloseTo(points[2][0] - points[1][0], 0);
  expect(points[1][1] - points[0][1]).toBeGreaterThan(points[2][1] - points[1][1]);
  expect(textOf(markup)).toContain('learning rate 0.1');
});

test('before the first step, and of losses that are not known, a wall says so', () => {
  const words = (change: object) =>
    textOf(drawn(<WatchedLoss view={{ ...viewOf('lobby'), ...change }} textPx={24} />));
  expect(words({})).toBe('The curve begins with the first step.');
  expect(words({ step: 5 })).toBe('No loss is known of these steps.');
});

test('where there is no picture of the model a wall says why, and what comes', () => {
  const words = (seen: Parameters<typeof WatchedModel>[0]['seen'], step: number) =>
    textOf(drawn(<WatchedModel seen={seen} step={step} />));
  expect(words(undefined, 0)).toMatch(/not learned anything yet\. Its picture comes with the first steps/);
  expect(words(undefined, 9)).toBe('The picture of the model comes in a few seconds.');
  expect(words({ step: 9, sample: 'own-data' }, 9)).toMatch(/^The examples are somebody’s own/);
  expect(words({ step: 9, sample: 'not-drawable' }, 9)).toMatch(/cannot be drawn/);
});

test('the loss takes the place of a model that nobody may see, with the reason below it', () => {
  const picture = viewOf('training-3');
  const wall = (sample: Parameters<typeof WatchedModel>[0]['seen']) =>
    drawn(<ProjectedPicture {...{ slide: 'model', picture, sample, marks: [] }} />);
  const hidden = wall({ step: 9, sample: 'own-data' });
  expect(hidden).toContain('lossFirst');
  expect(hidden.indexOf('The examples are somebody’s own')).toBeGreaterThan(hidden.indexOf('Training loss'));
  expect(wall(undefined)).not.toContain('lossFirst');
});

test('the time of a step is one bar with a part for each of its parts', () => {
  const split = { computeMs: 60, overlappedMs: 30, exposedMs: 10, waitingMs: 0, otherMs: 0 };
  const view = { ...viewOf('training-3'), split };
  const markup = drawn(<WatchedSplit split={view.split} />);
  const [, columns] = /grid-template-columns:([^"]*)"/.exec(markup)!;
  expect(columns.split(' ').map((column) => Number.parseFloat(column))).toEqual([60, 30, 10, 0, 0, 0]);
  expect(textOf(markup)).toContain('Hidden under computing: 75 % of the communication.');
  const none = drawn(<WatchedSplit split={undefined} />);
  expect(textOf(none)).toMatch(/^Each replica measures its steps/);
});

test('a device that watches reads the figures of the ring, and nobody’s name', () => {
  const { shown, ...watched } = watchedRing('training-8');
  // The screen is without the parts that load later.
  const ring = { ...watched, shown: { ...shown!, picture: { ...shown!.picture, question: undefined, league: undefined } } }; // prettier-ignore
  const markup = drawn(
    <Router ssrPath="/r/K7QM4PTX9/watch">
      <WatchView code="K7QM4PTX9" joinPath="/r/K7QM4PTX9" ring={ring} />
    </Router>,
  );
  const facts = [...markup.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(facts.slice(0, 2).map(([name]) => name)).toEqual(['Replicas', 'Mean loss']);
  expect(facts[0][1]).toBe('8');
  expect(textOf(markup)).toContain('Training Step 6,400 of');
  expect(textOf(markup)).toContain('9 of 10 digits read right');
  expect(textOf(markup)).toMatch(
    /8 replicas hold exactly the same model\. It has learned from [\d,]+ examples\./,
  );
  expect(textOf(markup)).not.toMatch(/Heron|Otter/);
});
