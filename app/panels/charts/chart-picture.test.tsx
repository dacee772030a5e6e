import { expect, it } from 'vitest';
import { Curves } from '../../bridge/series/curves';
import type { ChartProps } from '../../ui/line-chart';
import { chartCsv, chartJsonl } from './chart-data';
import { drawn } from '../testing/drawn-panel';
import { ChartPicture, type PictureWords } from './chart-picture';

const rows = [1, 2, 3, 4].map((step) => ({
  x: step * 32,
  step,
  segment: 0,
  train: 2 / step,
  validation: step % 2 ? undefined : 1.5 / step,
}));
const chart: ChartProps = {
  curves: Curves.of(rows),
  series: [
    { key: 'train', label: 'train', colour: 'blue' },
    { key: 'validation', label: 'held "out"', colour: 'vermillion', dash: '7 4' },
    { key: 'none', label: 'nothing yet', colour: 'green' },
  ],
  formatX: String,
  formatY: (value) => value.toFixed(1),
  xWords: 'Examples',
  isXCounted: true,
  marks: [{ x: 64, label: 'overlap off, step 2', short: 'overlap off' }],
};

function chartSvg(shown: ChartProps, words: PictureWords): string {
  return drawn(<ChartPicture chart={shown} words={words} font="Inter" />);
}

it('draws a file with axes, their names, lines, marks and a legend', () => {
  const svg = chartSvg(chart, { title: 'Loss', subtitle: 'After step 4 & on', yWords: 'nats' });
  for (const words of ['>Loss<', '>After step 4 &amp; on<', '>nats<', '>Examples<', '>40<', '>2.0<'])
    expect(svg, words).toContain(words);
  expect(svg).toContain('>train<');
  expect(svg).toContain('>held &quot;out&quot;<');
  expect(svg, 'a series without a point has no legend').not.toContain('nothing yet');
  expect(svg).toContain('>overlap off, step 2</text>');
  // The first point of the train line is at the left edge and at the top of the axis, which ends at 2.
  const [, left, top] = /<clipPath[^>]*><rect x="(\d+)" y="([\d.]+)"/.exec(svg)!.map(Number);
  expect(/d="M([\d.]+) ([\d.]+)L/.exec(svg)?.slice(1).map(Number)).toEqual([
    left,
    expect.closeTo(top + 3, 0),
  ]);
  expect(svg).not.toMatch(/class=|NaN|undefined/);
});

it('draws a logarithmic x: half of the ratio is half of the way', () => {
  const svg = chartSvg({ ...chart, isLogX: true }, { title: 'Loss', subtitle: '', yWords: 'nats' });
  // 32, 64, 96, 128: log2 of x is 5, 6, 6.585, 7.
  const [, path] = /d="(M[\d.]+ [\d.]+L[^"]*)"/.exec(svg)!;
  const px = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, at]) => Number(at));
  const shares = px.map((at) => (at - px[0]) / (px[3] - px[0]));
  for (const [index, share] of [0, 0.5, 0.7925, 1].entries()) expect(shares[index]).toBeCloseTo(share, 3);
  expect(svg).toContain('>Examples (log)<');
  expect(svg).toContain('>100<');
});

it('keeps the range that the screen shows when outliers are cut off', () => {
  const svg = chartSvg({ ...chart, yData: [0, 1] }, { title: 'Loss', subtitle: '', yWords: '' });
  expect(svg).not.toContain('>2.0<');
  expect(svg).toContain('>1.0<');
});

const smooth = { key: 'train', label: 'train', fullLabel: 'train, smoothed 0.9', colour: 'blue' };
const earlier = (index: number) => ({
  ...{ key: `earlier${index}`, label: 'run before', colour: 'grey', isEarlier: true },
  fullLabel: `run ${index} before, smoothed 0.9: another learning rate of 0.05, batch 64 each, seed 3`,
});

it('names smoothed lines and earlier runs in full, in as many rows as it takes', () => {
  const curves = Curves.of(rows.map((row) => ({ ...row, earlier0: 1, earlier1: 2 })));
  const svg = chartSvg(
    { ...chart, curves, series: [smooth, earlier(0), earlier(1)] },
    { title: 'Loss', subtitle: '', yWords: '' },
  );
  expect(svg).toContain('height="580" viewBox="0 0 960 580"');
  const places = ['train, smoothed', 'run 0', 'run 1'].map((words) => new RegExp(`x="([^"]*)" y="([^"]*)"[^>]*>${words}`).exec(svg)!.slice(1).map(Number)); // prettier-ignore
  expect(places.map(([, y]) => y)).toEqual([526, 546, 566]);
  expect(places[2][0]).toBe(places[0][0]);
});

it('writes no values of earlier runs, which only lines are kept of, and says what is smoothed', () => {
  const [line] = chartJsonl(
    rows.map((row) => ({ ...row, earlier0: 0.7684 })),
    [earlier(0), smooth],
    'Examples',
  ).split('\n');
  expect(JSON.parse(line)).toEqual({ Examples: 32, Step: 1, 'train, smoothed 0.9': 2 });
  expect(chartCsv(rows, [earlier(0), smooth], 'Step')).not.toContain('before');
});

it('writes the points by the names of the axis and of the series', () => {
  const lines = chartJsonl(rows, chart.series, 'Examples').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)[1]).toEqual({
    Examples: 64,
    Step: 2,
    train: 1,
    'held "out"': 0.75,
    'nothing yet': null,
  });
  expect(chartCsv(rows, chart.series, 'Examples').split('\n').slice(0, 3)).toEqual([
    'Examples,Step,train,"held ""out""",nothing yet',
    '32,1,2,,',
    '64,2,1,0.75,',
  ]);
});
