// What screens say while the host is away: members', walls' and those of devices that watch.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { packMessage, readMessage } from '../../../src/replica/watch/ring-message';
import { hostWords } from '../../bridge/words/host-words';
import { wallNotes } from '../../bridge/words/wall-notes';
import { watchedRing } from '../../../tools/lab/fixtures/watched';
import { LessonRunView } from '../question/lesson-run';
import { closesWords } from '../question/question-words';

const { picture } = watchedRing('host-away').shown!;
const away = /^The host is away\. What runs goes on\./;

test('R19: a picture says that the host is away, and one of an older page leaves that out', () => {
  expect(picture.host).toBe('away');
  expect(readMessage(JSON.parse(JSON.stringify(packMessage(picture, 1))))?.host).toBe('away');
  const { host: _, ...older } = packMessage(picture, 1)!;
  expect(readMessage(JSON.parse(JSON.stringify(older)))).toMatchObject({ step: picture.step });
});

test('a wall says so first, beside what it says of the door and of its address', () => {
  const [first, ...others] = wallNotes({ ...picture, door: 'locked' }, 'http://localhost:8080/r/K7QM4PTX9');
  expect(first).toMatch(away);
  expect(others).toHaveLength(2);
  expect(wallNotes(watchedRing('training-3').shown!.picture, 'https://lockstep.example/r/K7QM4PTX9')).toEqual(
    [],
  );
});

test('an open question waits for the host, and so does a lesson’s run', () => {
  const asks = { kind: 'loss', step: 200, most: 1 } as const;
  expect(closesWords(asks, 'away')).toBe('The host is away: the question stays open until the host is back.');
  expect(closesWords(asks, 'back')).toContain('at step 200');
  const lesson = { kind: 'lesson', lesson: 'talk-less', values: {} } as const;
  const run = { done: 4, of: 9, curves: [] };
  const drawn = (host?: 'away'): string =>
    renderToStaticMarkup(<LessonRunView asks={lesson} run={run} isOver={false} host={host} />);
  expect(drawn('away')).toContain('The host is away, and its run with it.');
  expect(drawn()).toContain('runs the lesson: 4 of 9 steps');
});

test('members read what goes on, and that the host is back', () => {
  expect(hostWords('away')).toMatch(away);
  expect(hostWords('back')).toBe('The host is back.');
});
