// Requests for samples do not queue before the gradients.
import { expect, test } from 'vitest';
import { waitFor } from '../../base/testing/wait-for';
import type { Sample } from '../protocol';
import { SampleRequests } from './sample-requests';

const sample = (text: string): Sample => ({ kind: 'text', text }) as unknown as Sample;

function begun() {
  const ends: { readonly resolve: (sample?: Sample) => void; readonly reject: (error: Error) => void }[] = [];
  const shown: Sample[] = [];
  const requests = new SampleRequests(
    () => new Promise((resolve, reject) => ends.push({ resolve, reject })),
    (shownSample) => shown.push(shownSample),
  );
  return { requests, ends, shown };
}

test('requests during a sample are dropped, and one after it is taken', async () => {
  const { requests, ends, shown } = begun();
  for (let i = 0; i < 5; i++) requests.ask({ kind: 'sample' });
  expect(ends).toHaveLength(1);
  ends[0].resolve(sample('first'));
  await waitFor(() => expect(shown).toEqual([sample('first')]));
  requests.ask({ kind: 'sample' });
  await waitFor(() => expect(ends).toHaveLength(2));
});

test('a sample that fails, or shows nothing, makes room for the next', async () => {
  const { requests, ends, shown } = begun();
  requests.ask({ kind: 'sample' });
  ends[0].reject(new Error('the device was lost'));
  await waitFor(() => {
    requests.ask({ kind: 'sample' });
    expect(ends).toHaveLength(2);
  });
  ends[1].resolve(undefined);
  await waitFor(() => {
    requests.ask({ kind: 'sample' });
    expect(ends).toHaveLength(3);
  });
  expect(shown).toEqual([]);
});
