// The page's half of an observer, for the UI: watches a ring without being a replica of it. Loaded when somebody watches.
import type { Saying } from '../../base/sayings';
import { toHex } from '../../base/bytes';
import { realClock } from '../../base/clock';
import { pageBase } from '../../base/page-base';
import { secureRandom } from '../../base/random-bytes';
import { RoomObserver, type Observation } from '../../net/signalling/observe-room';
import { AnswerSender } from '../watch/answer-sender';
import { chosenPicture, type ShownPicture } from '../watch/picture-choice';
import type { ReplicaErrorCode, RoomTicket } from '../protocol';
import { entryErrorOf } from '../room/entry-error';
import { ModelReceiver, type CopyState } from '../watch/model-receiver';
import { readMessage } from '../watch/ring-message';
import type { SeenSample } from '../watch/sample-message';
import { SampleReceiver } from '../watch/sample-receiver';
import { isWithoutServer } from './server-config';

export type { CopyState };

export type WatchState =
  | Exclude<Observation, { kind: 'ended' }>
  /** Another try may help; this one is over. */
  | {
      readonly kind: 'ended';
      readonly code: ReplicaErrorCode | 'no-room-server';
      readonly why: Saying;
    };

export interface WatchedRing {
  readonly state: WatchState;
  /** undefined: not yet known. */
  readonly isOpen: boolean | undefined;
  /** The last picture; undefined: none arrived yet. Its `atMs` is of `performance.now()`. */
  readonly shown: ShownPicture | undefined;
  /** The model's view of a few examples (R19g); undefined: none came yet. */
  readonly sample: SeenSample | undefined;
  /** A copy of the model, which comes while it is wanted (R19d). */
  readonly model: CopyState;
  readonly wantModel: (isWanted: boolean) => void;
  /** What this device answered to the question in the picture (H16d). */
  readonly mine: number | undefined;
  readonly answer: (value: number) => void;
}

/** `key`, `mark`: from the link. Without a key a member of an open room hands it over. The returned function ends it. */
export function watchRing(
  { code, key, mark }: Pick<RoomTicket, 'code' | 'key' | 'mark'>,
  onChange: (ring: WatchedRing) => void,
): () => void {
  const observer = new RoomObserver({ url: pageBase(), code, key, mark, clock: realClock });
  let shown: ShownPicture | undefined;
  let missing: Promise<boolean> | undefined;
  let isMissing = false;
  const notify = (): void => {
    const state = stateOf(observer.state, isMissing);
    if (!state) return;
    if (state.kind === 'connecting' && state.why !== undefined)
      void (missing ??= isWithoutServer()).then((is) => {
        if (!is || isMissing || observer.state.kind === 'ended') return;
        isMissing = true;
        notify();
        observer.close();
      });
    const mine = answers.to(shown?.picture.question);
    const sample = samples.of(shown);
    const model = receiver.state;
    onChange({ state, isOpen: observer.isOpen, shown, sample, model, wantModel, mine, answer });
  };
  const answers = new AnswerSender(realClock, toHex(secureRandom(8)), (note) => observer.note(note));
  const answer = (value: number): void => {
    const asked = shown?.picture.question;
    if (asked) answers.give(asked, value);
    notify();
  };
  const receiver = new ModelReceiver(realClock, {
    note: (wish) => void observer.note(wish),
    onChange: notify,
    stepNow: () => shown?.picture.step,
  });
  const samples = new SampleReceiver();
  const wantModel = (isWanted: boolean): void => receiver.want(isWanted);
  observer.events.on('state', notify);
  observer.events.on('picture', ({ from, data }) => {
    if (receiver.receive(data)) return;
    if (samples.receive(data, from, shown, realClock.now())) return notify();
    const picture = readMessage(data);
    const chosen = picture && chosenPicture(shown, { from, picture, atMs: realClock.now() });
    if (!chosen || chosen === shown) return;
    shown = chosen;
    answers.see(picture.question);
    notify();
  });
  notify();
  return () => {
    receiver.want(false);
    observer.close();
  };
}

/** undefined: this page ended it, and nobody is told. */
function stateOf(observation: Observation, isMissing: boolean): WatchState | undefined {
  if (isMissing && observation.kind === 'connecting' && observation.why !== undefined)
    return { kind: 'ended', code: 'no-room-server', why: observation.why };
  if (observation.kind !== 'ended') return observation;
  const { code, why } = observation;
  return code === 'closed' ? undefined : { kind: 'ended', code: entryErrorOf(code), why };
}
