// Pictures that a model read wrongly, on their way into the data: the host says what they are, and the ring trains on with
// them. Several pressed one after the other go together, for each time all members begin again with the new data.
import { createContext, useCallback, useEffect, useRef, useState } from 'react';
import type { AddedExample } from '../../../../src/data/append-examples';
import { isOwnData } from '../../../../src/train/run/data-shape';
import { useSession, useShownPart } from '../../../bridge/session/session-context';

export interface Mend {
  /** Members who were sent the data are sent the pictures too. */
  readonly isSent: boolean;
  /** Pictures that wait. */
  readonly waiting: number;
  /** The ring takes some into its data now. */
  readonly isUnderWay: boolean;
  /** Pictures that the data of the run has by now. */
  readonly added: number;
  /** `values`: bytes, as the data has them. */
  add(values: Uint8Array, label: number): void;
}

/** Undefined: this device cannot add to the data. */
export const MendContext = createContext<Mend | undefined>(undefined);

/** The wait for one more picture. */
const togetherMs = 1500;
/** The time after which the ring has other data, or a notice says why not. */
const longestMs = 30_000;
/** The most pictures of one message of this page. */
const mostWaiting = 200;

export function useMend(): Mend | undefined {
  const session = useSession();
  const isHost = useShownPart((shown) => shown.isHost);
  const data = useShownPart((shown) => shown.config?.data);
  const sharing = useShownPart((shown) => shown.sharing);
  const [waiting, setWaiting] = useState<readonly AddedExample[]>([]);
  /** The data that pictures were sent to. */
  const [sentTo, setSentTo] = useState<string>();
  const latest = useRef(waiting);
  const images = data?.kind === 'idx' && !isOwnData(data) ? data : undefined;
  const sha256 = images?.sha256;
  const isUnderWay = sentTo !== undefined && sentTo === sha256;

  const add = useCallback((values: Uint8Array, label: number): void => {
    if (latest.current.length >= mostWaiting) return;
    latest.current = [...latest.current, { values, label }];
    setWaiting(latest.current);
  }, []);

  useEffect(() => {
    if (waiting.length === 0 || isUnderWay || sha256 === undefined) return;
    const timer = setTimeout(() => {
      session.send({ kind: 'mend', added: waiting });
      latest.current = [];
      setWaiting([]);
      setSentTo(sha256);
    }, togetherMs);
    return () => clearTimeout(timer);
  }, [session, waiting, isUnderWay, sha256]);

  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setSentTo(undefined), longestMs);
    return () => clearTimeout(timer);
  }, [isUnderWay]);

  if (!isHost || !images || !sharing?.canOffer) return undefined;
  return {
    isSent: sharing.offer?.sha256 === sha256,
    waiting: waiting.length,
    isUnderWay,
    added: images.added ?? 0,
    add,
  };
}
