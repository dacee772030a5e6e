// What a member's page does for devices that only watch: it sends them what it observes of the ring, gives them a copy of the
// model, and passes on what they answer. A page loads this once somebody watches.
import type { Clock } from '../../base/clock';
import type { ReplicaEvent, Snapshot, Weights } from '../protocol';
import { readAnswerNote, type AnswerNote } from './answer-note';
import { ModelGiver } from './model-giver';
import { PictureSender, speaksFor } from './picture-sender';

export interface ForObserversDeps {
  readonly clock: Clock;
  /** Members at the server; empty while nobody watches. */
  readonly membersAtServer: () => readonly string[];
  /** The host lets everybody in. */
  readonly isOpen: () => boolean;
  readonly askWeights: () => Promise<Weights | undefined>;
  readonly show: (message: unknown) => void;
  readonly answered: (from: string, answer: AnswerNote) => void;
}

export class ForObservers {
  readonly #answered: ForObserversDeps['answered'];
  readonly #pictures: PictureSender;
  readonly #giver: ModelGiver;
  #snapshot: Snapshot | undefined;

  constructor({ clock, membersAtServer, isOpen, askWeights, show, answered }: ForObserversDeps) {
    this.#answered = answered;
    const isWanted = (): boolean =>
      this.#snapshot !== undefined && speaksFor(this.#snapshot, membersAtServer());
    const isSharing = (): boolean => this.#giver.isGiving;
    this.#pictures = new PictureSender({ clock, isWanted, show, isSharing });
    this.#giver = new ModelGiver({ clock, isWanted, isOpen, ask: askWeights, show });
  }

  receive(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#snapshot = event.snapshot;
    this.#giver.receive(event);
    this.#pictures.receive(event);
  }

  /** A note of an observer. */
  note(from: string, data: unknown): void {
    const answer = readAnswerNote(data);
    if (answer) this.#answered(from, answer);
    else this.#giver.note(data);
  }
}
