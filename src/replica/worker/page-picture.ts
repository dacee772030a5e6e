// Everything that the page shows of its replica, sent whole each time: the steps since the last time, and a snapshot.
import type { Snapshot } from '../protocol';
import { ringFactsOf } from './ring-facts';
import { takeSnapshot } from './snapshot';
import type { WorkerParts } from './worker-parts';

export type PictureParts = Pick<
  WorkerParts,
  | 'clock'
  | 'page'
  | 'member'
  | 'hosting'
  | 'roster'
  | 'committedSteps'
  | 'observedAnswers'
  | 'lineage'
  | 'sharing'
  | 'named'
  | 'files'
>;

export class PagePicture {
  #sentFacts = '';

  constructor(readonly parts: PictureParts) {}

  send(): void {
    const { clock, page, member, hosting, roster, committedSteps, observedAnswers } = this.parts;
    const { steps, changes } = committedSteps.take();
    if (steps.length > 0) page.event({ kind: 'steps', steps });
    if (changes.length > 0) page.event({ kind: 'changed', changes });
    const snapshot = takeSnapshot({
      member,
      isHost: hosting.isHost,
      heirToken: hosting.heirToken,
      hasHostMoved: hosting.hasMoved,
      host: roster.host(clock.now()),
      roster: roster.peers,
      strangers: roster.strangers(clock.now()),
      observers: roster.observers,
      observed: observedAnswers.to(member.board.document.question),
      rates: committedSteps.rates,
      lastStep: committedSteps.last,
      recent: committedSteps.recent,
      examplesBy: committedSteps.examplesBy,
      forkedAfterStep: this.parts.lineage.forkedAfterStep,
      sharing: this.parts.sharing.now,
    });
    void this.parts.files.autosave();
    page.event({ kind: 'snapshot', snapshot });
    if (isRemovedByHost(snapshot.phase)) {
      void this.parts.sharing.forget();
      void this.parts.named.forget();
    }
    const facts = ringFactsOf(member);
    const text = JSON.stringify(facts);
    if (text !== this.#sentFacts) page.send({ kind: 'ring', facts });
    this.#sentFacts = text;
  }
}

/** The replica was removed from the room, or at its door. */
function isRemovedByHost(phase: Snapshot['phase']): boolean {
  return phase.kind === 'failed' && (phase.error.code === 'kicked' || phase.error.code === 'not-let-in');
}
