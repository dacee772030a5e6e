// When a member's page sends a picture to the observers (R19): one member speaks for its ring, and only while somebody
// (R19e) watches. A change goes out twice a second, and an unchanged picture every few seconds, as a sign of life. News
// (another view, a member not heard, another phase) goes out at once, ahead of its turn: later pictures make up for it.
// It is driven by the replica's events, which come twice a second at least and are not throttled in a hidden tab.
import type { Clock } from '../../base/clock';
import type { ReplicaEvent, Snapshot, StepRecord } from '../protocol';
import { drawPicture, newsIn } from './draw-picture';
import { fitted } from './fit-picture';
import { LossCurve } from './loss-curve';
import { packPicture, type SentPicture } from './ring-picture';

export const pictureEveryMs = 500;
export const signOfLifeMs = 3_000;
/** News comes so much before its turn: three pictures at once, where a member may send four (R19a). */
const newsAheadMs = 2 * pictureEveryMs;
/** Steps that the mean split is over. */
const keptRecords = 20;

export interface PictureSenderDeps {
  readonly clock: Clock;
  /** Somebody watches, and this member is the one that speaks. */
  readonly isWanted: () => boolean;
  readonly show: (picture: SentPicture) => void;
  /** Pieces of the model go out too: pictures leave them half of what a member may send (R19a). */
  readonly isSharing?: () => boolean;
}

export class PictureSender {
  readonly #deps: PictureSenderDeps;
  readonly #curve = new LossCurve();
  #records: StepRecord[] = [];
  /** Those in the sums of this run; undefined: this member did not see all of them. */
  #contributors: Set<string> | undefined;
  #sentMs = -Infinity;
  /** When the turn of the next picture comes. */
  #dueMs = -Infinity;
  #shown = '';
  #shownNews = '';

  constructor(deps: PictureSenderDeps) {
    this.#deps = deps;
  }

  receive(event: ReplicaEvent): void {
    if (event.kind === 'steps') for (const record of event.steps) this.#take(record);
    else if (event.kind === 'snapshot') this.#consider(event.snapshot);
  }

  #take(record: StepRecord): void {
    const last = this.#records.at(-1);
    if (record.step === 1) this.#contributors = new Set();
    else if (record.run !== last?.run || record.step !== last.step + 1) this.#contributors = undefined;
    for (const [id, count] of Object.entries(record.contributions))
      if (count > 0) this.#contributors?.add(id);
    if (last && record.step <= last.step) this.#records = [];
    this.#records = [...this.#records.slice(1 - keptRecords), record];
    this.#curve.push(record.step, record.loss);
  }

  #consider(snapshot: Snapshot): void {
    const { clock, isWanted, show, isSharing } = this.#deps;
    if (!isWanted()) return;
    const nowMs = clock.now();
    const news = newsIn(snapshot);
    const aheadMs = news === this.#shownNews ? 0 : newsAheadMs;
    if (nowMs < this.#dueMs - aheadMs) return;
    const [records, curve] = [this.#records, this.#curve.points];
    const contributors = this.#contributors?.size;
    const picture = drawPicture({ snapshot, records, curve, contributors, sentMs: clock.epochMs() });
    if (!picture) return;
    const { sentMs: _, ...content } = picture;
    const text = JSON.stringify(content);
    if (text === this.#shown && nowMs - this.#sentMs < signOfLifeMs) return;
    this.#shown = text;
    this.#shownNews = news;
    this.#sentMs = nowMs;
    this.#dueMs = Math.max(nowMs, this.#dueMs) + (isSharing?.() ? 2 : 1) * pictureEveryMs;
    show(fitted(packPicture(picture)));
  }
}

/** The first member of the view that `self` can hear and that the server knows speaks for the ring. */
export function speaksFor(
  { peers, self }: Pick<Snapshot, 'peers' | 'self'>,
  atServer: readonly string[],
): boolean {
  const heard = peers.filter(
    ({ rank, state, isSelf }) => rank !== undefined && (isSelf || state === 'member'),
  );
  const [first] = heard.filter(({ id }) => atServer.includes(id)).sort((a, b) => a.rank! - b.rank!);
  return first?.id === self;
}
