// Members, views, header records and hellos for unit tests: valid, and plain unless the test says otherwise.
import type { MemberId, View } from '../../membership/view';
import type { Header } from '../header/header';
import type { HeaderRecord } from '../header/header-record';
import { protocolVersion, type Hello } from '../peers/hello';

/** The ids in order of seniority if the test keeps it: 'a'…'a', 'b'…'b', … */
export const ids: readonly MemberId[] = [...'abcdef0123456789'].map((digit) => digit.repeat(16));

export function viewOf(members: readonly MemberId[], change: Partial<View> = {}): View {
  const ring = members.map((_, rank) => rank);
  return { lineage: '01234567', generation: 3, members, ring, ...change };
}

/** 16 hex digits. */
export const digestOf = (n: number): string => n.toString(16).padStart(16, '0');

const split = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0, wallMs: 0 };

/** A record of a current member at version 5. */
export function recordOf(change: Partial<HeaderRecord> = {}): HeaderRecord {
  return {
    ...{ status: 'current', withheld: 'none', accused: undefined, version: 5, digest: digestOf(1) },
    ...{ termsPerSecond: 0, progress: 0, requestsPause: false, contribution: 0 },
    firstCommand: digestOf(0),
    last: lastStep(),
    validation: { step: 0, lossSum: 0, score: 0, count: 0 },
    ...{
      candidates: [],
      edgeMs: 0,
      flightsMs: [0, 0, 0, 0, 0, 0, 0, 0],
      machineMates: 0,
      requestsReorder: false,
      lacksLink: false,
      givesData: false,
      hasStalled: false,
    },
    ...{
      line: { messageMs: 0, bytesPerSecond: 0, withinBytesPerSecond: 0 },
      answer: undefined,
      own: undefined,
    },
    ...change,
  };
}

/** The first header of the view. */
export function headerOf(view: View, records: readonly HeaderRecord[]): Header {
  return { view, round: 0, records };
}

export function lastStep(change: Partial<HeaderRecord['last']> = {}): HeaderRecord['last'] {
  const counts = { step: 0, count: 0, lossSum: 0, score: 0, bytesSent: 0, bytesReceived: 0 };
  return { ...counts, gradientSquared: 0, isSkipped: false, split, waitedForRank: -1, ...change };
}

/** The hello of a replica that knows no run and is outside any ring. */
export function helloOf(change: Partial<Hello> = {}): Hello {
  return {
    ...{ protocol: protocolVersion, name: 'peer', backend: 'cpu', device: '', isSoftware: true },
    ...{ config: null, plan: null, ring: null, wantsIn: false },
    ...change,
  };
}

/** A ring as a hello names it. */
export function ringOf(change: Partial<NonNullable<Hello['ring']>> = {}): NonNullable<Hello['ring']> {
  return { lineage: '01234567', examples: 0, run: 1, sponsors: [], kicked: [], ...change };
}
