// What a member's page does for devices that only watch: it sends them what it observes of the ring, what the model makes
// of a few examples, and a copy of the model, and passes on what they answer. A page loads this once somebody watches.
import type { Clock } from '../../base/clock';
import type { ReplicaEvent, Sample, Snapshot, Weights } from '../protocol';
import { readAnswerNote, type AnswerNote } from './answer-note';
import { ModelGiver } from './model-giver';
import { PictureSender, speaksFor } from './picture-sender';
import { SampleGiver } from './sample-giver';

export interface ForObserversDeps {
  readonly clock: Clock;
  /** Members at the server; empty while nobody watches. */
  readonly membersAtServer: () => readonly string[];
  /** The host lets everybody in. */
  readonly isOpen: () => boolean;
  readonly askWeights: () => Promise<Weights | undefined>;
  readonly askSample: () => Promise<Sample | undefined>;
  readonly show: (message: unknown) => void;
  readonly answered: (from: string, answer: AnswerNote) => void;
}

export class ForObservers {
  readonly #answered: ForObserversDeps['answered'];
  readonly #pictures: PictureSender;
  readonly #giver: ModelGiver;
  readonly #samples: SampleGiver;
  #snapshot: Snapshot | undefined;

  constructor({ clock, membersAtServer, isOpen, askWeights, askSample, show, answered }: ForObserversDeps) {
    this.#answered = answered;
    const isWanted = (): boolean =>
      this.#snapshot !== undefined && speaksFor(this.#snapshot, membersAtServer());
    const isSharing = (): boolean => this.#giver.isGiving;
    this.#pictures = new PictureSender({ clock, isWanted, show, isSharing });
    this.#giver = new ModelGiver({
      clock,
      isWanted,
      isOpen,
      copyOf: () => this.#snapshot?.room?.copyOf,
      ask: askWeights,
      show,
    });
    this.#samples = new SampleGiver({
      clock,
      isWanted,
      ask: askSample,
      show: (message) => {
        this.#pictures.giveTurn();
        show(message);
      },
    });
  }

  receive(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#snapshot = event.snapshot;
    this.#giver.receive(event);
    this.#pictures.receive(event);
    this.#samples.receive(event);
  }

  /** A note of an observer. */
  note(from: string, data: unknown): void {
    const answer = readAnswerNote(data);
    if (answer) this.#answered(from, answer);
    else this.#giver.note(data);
  }
}
