import { describe, expect, test } from 'vitest';
import { drawn as drawnOf } from '../../panels/testing/drawn-panel';
import { linesTable, RunLines } from './run-lines';

function drawn(upTo: number, afterStep = 60, textPx?: number, curvePx = 240): string {
  return drawnOf(
    <RunLines
      lines={[
        {
          trial: { label: () => 'The ring', colour: 'blue', death: { afterStep, how: 'vanish' } },
          points: [1, Math.min(upTo, afterStep), upTo].map((x) => ({ x, y: 0.5 })),
        },
      ]}
      end={160}
      lesson={{}}
      isOver={false}
      wall={textPx === undefined ? undefined : { textPx, curvePx }}
    />,
  );
}

test('a death is marked where it was, once the curve has passed it', () => {
  expect(drawn(50)).not.toContain('a replica ended');
  expect(drawn(160)).toContain('Step 60: a replica ended.');
  expect(drawn(160)).toContain('>a replica ended</text>');
});

test('the words of a death stand beside its line, where they have room', () => {
  const placeOf = (markup: string): readonly number[] =>
    [/<line[^>]* x1="([\d.]+)"[^>]*><title>/, /<text[^>]* x="([\d.]+)"[^>]*>a replica ended</].map((place) =>
      Number(place.exec(markup)?.[1]),
    );
  const [line, words] = placeOf(drawn(160, 30, 24));
  expect(words).toBeGreaterThan(line);
  const [late, before] = placeOf(drawn(160, 150, 24));
  expect(before, 'near the end').toBeLessThan(late);
  expect(drawn(160, 60, 24), 'nowhere').not.toContain('>a replica ended</text>');
  expect(drawn(160, 60, 24)).toContain('Step 60: a replica ended.');
});

test('a low picture on a wall has few ticks: large labels do not lie over each other', () => {
  const labels = (curvePx: number) =>
    [.../data-axis="y".*?<\/g>/.exec(drawn(160, 60, 24, curvePx))![0].matchAll(/<text/g)].length;
  expect(labels(201)).toBeLessThan(labels(330));
  expect(labels(201)).toBeGreaterThan(1);
});

test('beside the picture stands a button for its table, but not on a wall', () => {
  expect(drawn(50)).toContain('View as table</button>');
  expect(drawn(50, 60, 30)).not.toContain('<button');
});

describe('the table', () => {
  const line = (label: string, xs: readonly number[]) => ({
    trial: { label: () => label, colour: 'blue' } as const,
    points: xs.map((x) => ({ x, y: x / 1000 })),
  });
  const upTo = (last: number, every = 1) =>
    Array.from({ length: last / every }, (_, index) => every * (index + 1));

  test('has the last point of each line, the newest first, and nothing where a line has none', () => {
    const { columns, rows } = linesTable([line('One', upTo(4)), line('Two', [2, 6])], {});
    expect(columns).toEqual(['Step', 'One', 'Two']);
    expect(rows).toEqual([
      ['6', '–', '0.00600'],
      ['4', '0.00400', '–'],
      ['3', '0.00300', '–'],
      ['2', '0.00200', '0.00200'],
      ['1', '0.00100', '–'],
    ]);
  });

  test('is short however long a line is, and keeps every point of a line of few', () => {
    const { columns, rows } = linesTable([line('One', upTo(1920, 16)), line('Two', upTo(1920, 192))], {
      xAxis: 'examples',
    });
    expect(columns[0]).toBe('Examples seen');
    expect(rows.length).toBeLessThanOrEqual(24 + 10);
    expect(rows[0]).toEqual(['1,920', '1.920', '1.920']);
    expect(rows.filter(([, , two]) => two !== '–')).toHaveLength(10);
  });
});

describe('what is judged is marked', () => {
  const marked = (end: readonly number[], compares: 'end' | undefined, isOver = true) =>
    drawnOf(
      <RunLines
        lines={end.map((y, index) => ({
          trial: { label: () => ['The one', 'The ring'][index], colour: 'blue' },
          points: [
            { x: 1, y: 0.7 },
            { x: 10, y },
          ],
        }))}
        end={10}
        lesson={{ ...(compares && { compares }) }}
        isOver={isOver}
      />,
    );

  test('by the size of the difference, once the runs are over', () => {
    expect(marked([0.2, 0.25], 'end')).toContain('The ring: 25\u00a0% higher');
    expect(marked([0.25, 0.2], 'end')).toContain('The ring: 20\u00a0% lower');
    expect(marked([0.2, 0.25], 'end', false)).not.toContain('higher');
  });

  test('but not where no eye can see it', () => {
    expect(marked([0.2, 0.204], 'end')).toContain('too close to tell');
  });
});
