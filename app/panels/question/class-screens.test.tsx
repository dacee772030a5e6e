// H19: what screens draw at each stage of a lesson that a class runs together. React on the server draws without a page.
import { unexpected } from '../../../src/base/sayings';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { QuestionNow } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { initialValues } from '../../lessons/core/control';
import TimelineChart from '../../lessons/view/timeline-chart';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { Challenge } from './challenge';
import { ClassLead } from './class-lead';
import { Explanation } from './explained';
import type { ClassStage } from './class-run';
import { LessonRunView, RunCurves, StageLine } from './lesson-run';
import ObserverQuestion from './observer-question';
import { answeredWords, closesWords, comesByItself } from './question-words';
import WatchedQuestion from './watched-question';
import { drawn as drawnOf } from '../testing/drawn-panel';

const asks = { kind: 'lesson', lesson: 'talk-less', values: {} } as const;
const now: QuestionNow = {
  number: 4,
  asks,
  isOpen: false,
  answered: 2,
  answers: [0, 1],
  of: 3,
};
const run = { done: 40, of: 160, curves: [{ upTo: 1920, losses: [0.7, 0.5] }] };
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test.each([
  ['Predict', { isOpen: true, run: undefined, measured: undefined }],
  ['Answers', { isOpen: false, run: undefined, measured: undefined }],
  ['Run', { isOpen: false, run, measured: undefined }],
  ['What came', { isOpen: false, run, measured: 1 }],
] as const)('every screen says that the class is at “%s”', (stage, at) => {
  const drawn = renderToStaticMarkup(<StageLine now={at} />);
  expect(/aria-current="step">([^<]*)</.exec(drawn)?.[1]).toBe(stage);
  expect(drawn.match(/aria-current/g)).toHaveLength(1);
});

describe('the run of the host’s device', () => {
  const words = (shown: typeof run, isOver = false) =>
    textOf(renderToStaticMarkup(<LessonRunView asks={asks} run={shown} isOver={isOver} />));

  test('is said in steps while it goes on, and when it is over', () => {
    expect(words(run)).toBe('The host’s device runs the lesson: 40 of 160 steps.');
    expect(words({ ...run, done: 0, of: 0, curves: [] })).toBe('The host’s device runs the lesson.');
    expect(words({ ...run, done: 160 }, true)).toBe('The host’s device ran the lesson: 160 steps.');
    expect(words({ done: 0, of: 0, curves: [] }, true)).toBe('The host’s device computed it.');
  });

  test('is drawn as far as it came, under the lesson’s own names, at the size of a wall', async () => {
    const lesson = (await loadLesson('talk-less'))!;
    const trials = lesson.trials(initialValues(lesson.controls()), moonsRun([8]));
    const drawn = drawnOf(
      <RunCurves
        run={run}
        lesson={lesson}
        trials={trials}
        isOver={false}
        wall={{ textPx: 30, curvePx: 330 }}
      />,
    );
    expect(drawn).toContain(`${trials[0].label()}: from 0.700 to 0.500.`);
    expect(drawn).not.toContain(trials[1].label());
    expect(drawn.match(/font-size[:=]"?30/g)?.length).toBeGreaterThanOrEqual(2);
    // The first of two points lies in the middle of what ran: 960 of the axis’s examples.
    const [, path] = / d="(M[^"]*L[^"]*)"/.exec(drawn)!;
    const xs = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, px]) => Number(px));
    const left = Number(/<line x1="([\d.]+)"/.exec(drawn)![1]);
    expect(xs[1] - left).toBeCloseTo(2 * (xs[0] - left), 0);
  });
});

test('a step on a virtual clock has words as large as a wall’s, and no button there', async () => {
  const lesson = (await loadLesson('fuse-and-overlap'))!;
  const [timeline] = await lesson.simulate!(initialValues(lesson.controls()), new AbortController().signal);
  const wall = drawnOf(<TimelineChart timeline={timeline} share={1} wallPx={30} />);
  const words = wall.match(/<text /g)!.length + wall.match(/<figure /g)!.length;
  expect(wall.match(/font-size:30px/g)).toHaveLength(words);
  expect(wall).not.toContain('<button');
  expect(drawnOf(<TimelineChart timeline={timeline} share={1} />)).toContain('<button');
});

describe('what is said of a question that is open', () => {
  const asked = {
    number: 4,
    isOpen: true,
    answered: 1,
    of: 2,
    asks: { kind: 'loss', step: 200, most: 1 },
  } as const;
  const wall = (change = {}) =>
    textOf(renderToStaticMarkup(<WatchedQuestion now={{ ...asked, ...change }} />));

  test('how many of those that are asked have answered, and when the answers appear', () => {
    expect(wall()).toContain(
      '1 of 2 have answered, each on a device of its own. The answers appear at step 200, or when the host closes the question before that.',
    );
    expect(wall({ of: 1 })).toContain('1 of 1 has answered');
    expect(wall({ answered: 0, of: 0 })).toContain('Nobody but the host is here to answer.');
    expect(closesWords({ kind: 'lesson', lesson: 'talk-less', values: {} }, undefined)).toMatch(
      /lets it close once all have/,
    );
    expect(closesWords({ kind: 'speed-up', replicas: 2 }, undefined)).toMatch(
      /appear when the host closes the question\.$/,
    );
  });

  test('once it is closed, only how many have answered: nobody knows who of them was the host', () => {
    expect(wall({ isOpen: false, answers: [0.5], answered: 1, of: 3 })).toContain('1 has answered.');
    expect(answeredWords(2, 3, false)).toBe('2 have answered.');
  });
});

describe('the console', () => {
  const none = { lead: () => undefined, runNow: () => undefined, stop: () => undefined };
  const drawn = (stage: ClassStage, question = now) =>
    renderToStaticMarkup(<ClassLead now={question} run={none} stage={stage} />);
  const buttons = (markup: string): string[] =>
    [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label]) => textOf(label));

  test('has the one press that each stage can take', () => {
    expect(buttons(drawn({ kind: 'asks' }))).toEqual([]);
    expect(buttons(drawn({ kind: 'answers' }))).toEqual(['Run it now']);
    expect(buttons(drawn({ kind: 'runs', progress: undefined, isAnew: false }))).toEqual(['Stop the run']);
    expect(drawn({ kind: 'runs', progress: undefined, isAnew: true })).toContain('they start again');
    const came = { measured: 1, run };
    expect(buttons(drawn({ kind: 'came', came }))).toEqual([]);
    const after = drawn({ kind: 'none' }, { ...now, run, measured: 1 });
    expect(after, 'where another page led').toContain('ran the lesson');
    expect(buttons(after)).toEqual([]);
    expect(drawn({ kind: 'asks' })).toContain('It closes by itself');
    const alone = <ClassLead now={now} run={none} stage={{ kind: 'asks' }} hasOthers={false} />;
    expect(renderToStaticMarkup(alone)).toContain('no other member: close it');
  });
});

test('every screen explains what came by the numbers that travelled', async () => {
  const lesson = (await loadLesson('talk-less'))!;
  const values = { ...initialValues(lesson.controls()), inner: '192' };
  const drawn = textOf(
    renderToStaticMarkup(<Explanation lesson={lesson} values={values} facts={[2, 0.0123, 0.4]} />),
  );
  expect(drawn).toContain('1.2 %');
  expect(drawn).toBe(textOf(lesson.explain(values, [2, 0.0123, 0.4]).join(' ')));
});

test('the challenge stands in the lesson’s words, with a link to the page that checks it', () => {
  const lesson = {
    id: 'talk-less',
    title: '',
    story: '',
    settings: '',
    path: '/lesson/talk-less?inner=192',
    task: 'Send less.',
  } as const;
  const drawn = renderToStaticMarkup(<Challenge lesson={lesson} />);
  expect(textOf(drawn)).toContain('The challenge: Send less.');
  expect(drawn).toMatch(/<a [^>]*href="\/lesson\/talk-less\?inner=192" target="_blank" rel="noopener"/);
});

describe('what came above the largest answer', () => {
  const above = {
    ...{ number: 5, isOpen: false, answered: 2, of: 2, answers: [0.02, 0.04] },
    asks: { kind: 'loss', step: 700, most: 0.04 },
    measured: 0.07803,
  } as const;

  test.each([
    ['a wall', <WatchedQuestion key="wall" now={above} wall={{ textPx: 30, curvePx: 300 }} />],
    [
      'a device that watches',
      <ObserverQuestion key="observer" now={above} mine={0.04} onAnswer={() => undefined} />,
    ],
  ])('is shown as it is by %s, under a bar of its own', (_, screen) => {
    const drawn = renderToStaticMarkup(screen);
    expect(textOf(drawn)).toContain('What came: 0.078');
    const bars = [...drawn.matchAll(/<li class="([^"]*marked[^"]*)">(.*?)<\/li>/g)];
    expect(bars.map(([, , bar]) => textOf(bar))).toEqual(['more than 0.04 0']);
    if (drawn.includes('You predicted')) expect(textOf(drawn)).toContain('Your prediction was too low.');
  });
});

test('the host reads that what came appears by itself only while it can', () => {
  const at = (step: number, kind: 'training' | 'finished' = 'training') =>
    comesByItself(700, {
      step,
      phase: kind === 'training' ? { kind } : { kind, why: unexpected('') },
      config: moonsRun([8]),
    });
  expect([at(0), at(699), at(700), at(720)]).toEqual([true, true, true, true]);
  expect(at(4600), 'passed').toBe(false);
  expect(at(600, 'finished')).toBe(false);
  expect(
    comesByItself(700, { step: 20, phase: { kind: 'training' }, config: { ...moonsRun([8]), steps: 500 } }),
  ).toBe(false);
});
