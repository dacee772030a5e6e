// A host's changes of how sums are made, as the ring gets them, in a real browser with React.
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { RunConfig } from '../../../src/replica/protocol';
import { presets } from '../../../src/replica/presets';
import { emptySnapshot } from '../../../src/replica/worker/empty-snapshot';
import { useHostControls, type HostControls } from './host-controls';
import { SessionProvider } from './session-context';
import { testSession } from './testing/test-session';

type Buckets = RunConfig['buckets'];

const measured: Buckets = {
  ...presets[0].config.buckets,
  topology: 'direct',
  auto: { ms: 7_500, ringMs: 16_700 },
};
let root: Root | undefined;
afterEach(() => root?.unmount());

/** The controls as they are drawn while the ring's settings are these. */
function hosting(first: Buckets, isHost = true) {
  const { session, told, emit } = testSession();
  const drawn: (HostControls | undefined)[] = [];
  const Controls = (): null => {
    drawn.push(useHostControls());
    return null;
  };
  const show = (buckets: Buckets): void => {
    const snapshot = { ...emptySnapshot('a', { kind: 'training' }, isHost), buckets };
    flushSync(() => emit({ kind: 'snapshot', snapshot }));
  };
  root = createRoot(document.createElement('div'));
  flushSync(() =>
    root!.render(createElement(SessionProvider, { session, children: createElement(Controls) })),
  );
  show(first);
  const change = (to: Partial<Buckets>): void => flushSync(() => drawn.at(-1)!.changeBuckets(to));
  const asked = (): (Buckets | undefined)[] =>
    told.map((message) =>
      message.kind === 'host' && message.command.kind === 'set-buckets' ? message.command.buckets : undefined,
    );
  return { show, change, asked, drawn };
}

test('a change of sums that are left to measurement takes back the times that were measured with others', () => {
  const { change, asked, drawn } = hosting(measured);
  change({ codec: { kind: 'int8' } });
  expect(asked()).toEqual([{ ...measured, codec: { kind: 'int8' }, auto: { ms: 0, ringMs: 0 } }]);
  expect(drawn.at(-1)!.buckets, 'drawn at once').toEqual(asked()[0]);
});

test('a way that the host chooses itself is no longer measured, and a change then brings no times', () => {
  const { show, change, asked } = hosting(measured);
  change({ topology: 'star', auto: undefined });
  const { auto: _, ...pinned } = { ...measured, topology: 'star' as const };
  expect(JSON.parse(JSON.stringify(asked()[0]))).toEqual(pinned);
  show(pinned);
  change({ overlap: false });
  expect(asked()[1]).toEqual({ ...pinned, overlap: false });
  expect(asked()[1]).not.toHaveProperty('auto');
});

test('a second change keeps the first, until the ring has changed by itself', () => {
  const { show, change, asked } = hosting(measured);
  change({ overlap: false });
  change({ capBytes: 1 << 16 });
  expect(asked()[1]).toMatchObject({ overlap: false, capBytes: 1 << 16 });
  show({ ...measured, codec: { kind: 'fp16' } });
  change({ capBytes: 1 << 17 });
  expect(asked()[2]).toMatchObject({ overlap: true, codec: { kind: 'fp16' }, capBytes: 1 << 17 });
});

test('a page that does not host has no controls', () => {
  expect(hosting(measured, false).drawn).toEqual([undefined, undefined]);
});
