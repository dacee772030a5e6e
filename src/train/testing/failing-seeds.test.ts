// Lives that once went wrong, and what was wrong then. Each is a script of the faults and of the drawn numbers, written
// with `npm run test:seeds -- --record`. `seed` is the seed of the first life. Where the cause has a test of its own,
// that test is clearer.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { liveRandomly } from './random-life';
import type { LifeScript } from './life-script';
import { LifeRecorder, scriptText } from './life-recorder';
import { replayLife } from './replay-life';

const folder = path.join(import.meta.dirname, 'lives');
const lives = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as LifeScript,
);

test.each(lives)('seed $seed: $why', { timeout: 60_000 }, async (script) => {
  const life = await replayLife(script);
  life.ring.verify();
  await life.ring.end();
  const isSame = life.course === script.course;
  console.info(`seed ${script.seed} took ${isSame ? 'the course' : 'another course than'} that was recorded`);
});

test('the recorded lives are there', () => {
  expect(lives.length).toBeGreaterThanOrEqual(12);
});

/** They have a slow member, delay and silence one way, and poison at the source and on the wire. */
test.each(casesOf([0, 2, 3, 4], (seed) => seed !== 2))(
  'seed %i, lived and replayed from its script: one course',
  async (seed) => {
    const recorder = new LifeRecorder();
    const { ring } = await liveRandomly(seed, { recorder });
    const script = JSON.parse(scriptText(recorder.script(seed, 'a test'))) as LifeScript;
    await ring.end();
    const life = await replayLife(script);
    await life.ring.end();
    expect(life.steps).toEqual(script.steps);
    expect(life.course).toBe(script.course);
    expect(ring.course.length).toBeGreaterThan(0);
  },
);
