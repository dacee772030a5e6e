// H4, J2, J4: what the records of a header show of the step before.
import { expect, test } from 'vitest';
import type { CatchUp } from '../catch-up/catch-up';
import type { FinishedStep } from '../commit/commits';
import { AttemptError } from '../context/trainer-deps';
import { beginCatchUp, restore } from '../participation/participation';
import { newRun } from '../run/run-state';
import { loopScene, planOf, sceneConfig } from '../testing/loop-scene';
import { digestOf, ids, lastStep } from '../testing/samples';
import { commitHeader } from './commit-header';

async function finished(members = ids.slice(0, 2)) {
  const scene = loopScene({ members });
  await scene.runs({ version: 6, step: 1 });
  const { replica } = scene;
  const { digest, state } = replica.held!;
  const tentative: FinishedStep = {
    ...{ state, digest, generation: 3, worldSize: 2, plan: planOf(members), effectiveBatch: 8 },
    contributions: Object.fromEntries(members.map((member) => [member, 4])),
    ...{
      learningRate: 0.01,
      gradientNorm: 2,
      bytesSent: 0,
      bytesReceived: 0,
      headerMs: 0,
      allReduceMs: 1,
      buckets: 1,
      isOverlapped: true,
    },
    ...{ isSkipped: false, faulty: [], topology: 'ring', codec: 'f32' },
  };
  replica.become(restore(replica.participation, (stored) => ({ ...stored, tentative })));
  const last = lastStep({ step: 1, count: 4, lossSum: 2, score: 1, gradientSquared: 9 });
  return { ...scene, digest, last };
}

test('H4: all at the finished step: its record goes out once, with the mean over all', async () => {
  const { parts, headerOf, digest, last, steps, replica } = await finished();
  const header = headerOf({ version: 6, digest, last }, { version: 6, digest, last });
  commitHeader(parts, header);
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({ step: 1, loss: 0.5, accuracy: 0.25, effectiveBatch: 8 });
  expect(replica.participation.stored!.tentative).toBeUndefined();
  commitHeader(parts, header);
  expect(steps).toHaveLength(1);
});

test('H4: a member that follows the version commits it too; one that lacks it does not let it be committed', async () => {
  const { parts, headerOf, digest, last, steps, replica } = await finished(ids.slice(0, 3));
  const lacking = { version: 5, digest: digestOf(7) };
  const held = { version: 6, digest, last };
  commitHeader(parts, headerOf(held, held, { status: 'catching-up', ...lacking }));
  expect([steps.length, replica.participation.stored!.tentative !== undefined]).toEqual([0, true]);
  commitHeader(parts, headerOf(held, held, { status: 'catching-up', version: 6, digest: digestOf(7) }));
  expect(steps).toHaveLength(1);
  expect(Object.keys(steps[0].digests)).toEqual(ids.slice(0, 2));
});

test('J2: a version that a record shows as fetched is kept, until none shows it', async () => {
  const { parts, headerOf, digest, last, replica } = await finished();
  const held = { version: 6, digest, last };
  commitHeader(parts, headerOf(held, { status: 'catching-up', version: 6, digest }));
  expect(replica.frozen).toEqual([replica.held]);
  commitHeader(parts, headerOf(held, held));
  expect(replica.frozen).toEqual([]);
});

function catchingUp(version: number, settles: boolean) {
  const scene = loopScene({ members: ids.slice(0, 2) });
  const stopped: string[] = [];
  const shown: boolean[] = [];
  const sources: unknown[] = [];
  const catchUp = {
    log: { state: { ...newRun(sceneConfig), version }, settle: () => settles },
    digest: digestOf(3),
    fetch: { setSources: (given: unknown) => void sources.push(given) },
    settled: ({ isCommitted }: { isCommitted: boolean }) => void shown.push(isCommitted),
    share: () => undefined,
    stop: (why: string) => void stopped.push(why),
  } as unknown as CatchUp;
  scene.replica.become(beginCatchUp({ kind: 'empty', stored: undefined, lost: undefined }, catchUp));
  return { ...scene, stopped, shown, sources };
}

test('J1: what a replica logged is settled by the header, and it fetches from linked holders', () => {
  const { parts, headerOf, shown, sources, replica } = catchingUp(6, true);
  const self = { status: 'catching-up', version: 6, digest: digestOf(3) } as const;
  commitHeader(parts, headerOf(self, { version: 6, digest: digestOf(1) }));
  expect(shown).toEqual([true]);
  expect(sources).toEqual([{ donors: [ids[1]], catchingUp: [], stripe: { index: 0, count: 1 } }]);
  expect(replica.participation.kind).toBe('catching-up');
});

test('J4: a log of the same version that leads elsewhere ends the attempt, and the catching up', () => {
  const { parts, headerOf, stopped, replica } = catchingUp(6, false);
  const self = { status: 'catching-up', version: 6, digest: digestOf(3) } as const;
  const header = headerOf(self, { version: 6, digest: digestOf(1) });
  expect(() => commitHeader(parts, header)).toThrow(AttemptError);
  expect(replica.participation.kind).toBe('empty');
  expect(stopped).toHaveLength(1);
});

test('J4: at another version than the ring it is a target, and goes on', () => {
  const { parts, headerOf, shown, replica } = catchingUp(5, false);
  const self = { status: 'catching-up', version: 5, digest: digestOf(3) } as const;
  commitHeader(parts, headerOf(self, { version: 6, digest: digestOf(1) }));
  expect([replica.participation.kind, shown]).toEqual(['catching-up', []]);
});
