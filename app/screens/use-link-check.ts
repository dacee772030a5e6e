// The check of links while its page is open. It begins with the page, and again on demand. When the user leaves, it
// gives its room back.
import { readCode } from '../../src/base/room-code';
import { say } from '../../src/base/sayings';
import { useEffect, useState } from 'react';
import type { LinkCheckState } from '../../src/replica/page/link-check';
import { keyFromHash } from '../../src/replica/room-link';
import { beginWith } from '../bridge/session/begin-with';
import { loadLinkTester } from '../bridge/session/engine-room';

export type CheckTicket = NonNullable<LinkCheckState['invitation']>;

/** '#K7QM2P.abc…': a first device's room; undefined when the text cannot be one. */
export function ticketFromHash(hash: string): CheckTicket | undefined {
  const [, typed = '', rest = ''] = /^#([^.]*)\.(.*)$/s.exec(hash) ?? [];
  const reading = readCode(typed);
  const key = keyFromHash(rest); // without what chats and mailers put behind a link
  return reading.kind === 'code' && key ? { code: reading.code, key } : undefined;
}

export function checkUrl(publicUrl: string, { code, key }: CheckTicket): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}/check#${code}.${key}`;
}

const waiting = { state: 'waiting', what: say('room-server') } as const;
const notBegun: LinkCheckState = {
  server: waiting,
  direct: waiting,
  relayed: waiting,
  invitation: undefined,
  other: undefined,
};

/** Another value of `run` starts the check again. */
export function useLinkCheck(run: number, ticket: CheckTicket | undefined): LinkCheckState {
  const [state, setState] = useState(notBegun);
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    const back = (event: PageTransitionEvent): void => {
      if (event.persisted) setReturns((count) => count + 1);
    };
    setState(notBegun);
    const end = beginWith(
      loadLinkTester(),
      ({ checkLinks }, isCurrent) => checkLinks((next) => isCurrent() && setState(next), ticket),
      () => setState({ ...notBegun, server: { state: 'failed', why: say('part-not-loaded') } }),
    );
    addEventListener('pagehide', end);
    addEventListener('pageshow', back);
    return () => {
      removeEventListener('pagehide', end);
      removeEventListener('pageshow', back);
      end();
    };
  }, [run, returns, ticket]);
  return state;
}
