import { expect, test } from 'vitest';
import { watchedRing } from '../../../tools/lab/fixtures/watched';
import { ringFigures } from './ring-figures';

const viewOf = (state: string) => watchedRing(state).shown!.picture;
const named = (...[view, at]: Parameters<typeof ringFigures>) => ringFigures(view, at).map(([name]) => name);

test('each place has its figures, in one order', () => {
  const view = viewOf('training-8');
  expect(named(view, 'dashboard')).toEqual(['Step']);
  expect(named(view, 'observer')).toEqual([
    ...['Replicas', 'Mean loss', 'Held-out accuracy', 'Examples a step', 'Examples per second'],
  ]);
  expect(named(view, 'loss on a wall')).toEqual(['Mean loss', 'Held-out accuracy']);
  expect(named(view, 'ring on a wall')).toEqual(['Examples a step', 'Examples per second', 'Parameters']);
});

test('what went into a run is told once it has finished, or the room has ended', () => {
  const made = ['Steps', 'Examples', 'Replicas that took part'];
  const view = viewOf('finished-12');
  expect(named(view, 'loss on a wall')).toEqual(expect.arrayContaining(made));
  expect(named({ ...view, contributors: undefined }, 'observer')).not.toContain(made[2]);
  const ended = named({ ...viewOf('training-8'), isEnded: true }, 'observer');
  expect(ended).toEqual(expect.arrayContaining(made));
  expect(ended).not.toEqual(expect.arrayContaining(['Replicas']));
});

test('figures count examples, a loss of single steps is no mean, and what stands still has no speed', () => {
  const view = { ...viewOf('training-8'), terms: 4, effectiveBatch: 128, examplesPerSecond: 400 };
  expect(ringFigures(view, 'ring on a wall')).toEqual(
    expect.arrayContaining([
      ['Examples a step', '32'],
      ['Examples per second', '100'],
      ['Parameters', '203,530'],
    ]),
  );
  expect(ringFigures({ ...view, ringPhase: 'paused' }, 'ring on a wall')).toContainEqual([
    'Examples per second',
    '–',
  ]);
  const short = { ...view, curve: [[1, 0.5]] as [number, number][], validation: undefined, accuracy: 0.25 };
  expect(ringFigures(short, 'loss on a wall').map(([name]) => name)).toEqual(['Loss', 'Accuracy']);
  expect(ringFigures(short, 'loss on a wall')[1][1]).toBe('25.0\u00a0%');
});
