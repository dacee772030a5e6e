// The loss of the steps before a member came, which it asks another member for (T16): who joins late sees the whole curve.
// It is a picture, and nothing is decided by it.
import * as v from 'valibot';
import type { Clock } from '../../../base/clock';
import { BucketTable } from '../../../base/bucket-table';
import { Emitter } from '../../../base/emitter';
import type { MemberId, View } from '../../../membership/view';
import { jsonOf, type Arrived, type Hub } from '../../peers/hub';
import type { StepRecord } from '../step-record';
import { curveMessage, readCurve, writeCurve } from './curve-message';
import { LossCurve, type CurvePoint } from './loss-curve';

export interface CurveShareOptions {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly view: () => View | undefined;
  /** Whether a peer is in the view, and not removed (J8). */
  readonly isMember: (peer: MemberId) => boolean;
}

const askAgainMs = 5_000;
const mostAsked = 3;
const askLimit = { capacity: 4, perSecond: 1 };

/** What this replica wants to know. */
interface Question {
  readonly run: number;
  readonly beforeStep: number;
  readonly asked: MemberId[];
}

export class CurveShare extends Emitter<{ readonly earlier: readonly CurvePoint[] }> {
  readonly curve = new LossCurve();
  readonly #limits: BucketTable;
  #last: Pick<StepRecord, 'run' | 'step'> | undefined;
  #question: Question | undefined;
  #cancel: (() => void) | undefined;

  constructor(readonly options: CurveShareOptions) {
    super();
    const { hub, clock } = options;
    this.#limits = new BucketTable(askLimit, clock);
    hub.handle('curve', (arrived) => {
      arrived.consume();
      this.#take(arrived);
    });
    hub.on('closed', ({ peer }) => this.#limits.drop(peer));
  }

  committed({ run, step, loss, atMs, examplesTotal }: StepRecord): void {
    const isFirst = this.#last?.run !== run;
    this.#last = { run, step };
    this.curve.push(step, loss, atMs, examplesTotal);
    if (!isFirst) return;
    this.end();
    if (step === 1) return;
    this.#question = { run, beforeStep: step, asked: [] };
    this.#ask(this.#question);
  }

  end(): void {
    this.#cancel?.();
    this.#question = undefined;
  }

  #ask(question: Question): void {
    const { self, clock, hub, view } = this.options;
    const { run, asked } = question;
    const next = view()?.members.find((one) => one !== self && !asked.includes(one) && hub.has(one));
    if (next === undefined || asked.length === mostAsked) return this.end();
    asked.push(next);
    hub.sendJson(next, 'curve', { kind: 'ask', run });
    this.#cancel = clock.after(askAgainMs, () => this.#ask(question));
  }

  #take({ from, frame }: Arrived): void {
    const { hub, clock, isMember } = this.options;
    const message = v.safeParse(curveMessage, jsonOf(frame));
    if (!message.success) return hub.refuse(from, 'a malformed message of the curve'); // T16
    if (!isMember(from)) return;
    const { output } = message;
    if (output.kind === 'ask') {
      const isMine = this.#last?.run === output.run;
      const points = isMine ? writeCurve(this.curve.points, clock.epochMs()) : [];
      if (this.#limits.take(from)) hub.sendJson(from, 'curve', { kind: 'curve', run: output.run, points });
      return;
    }
    const question = this.#question;
    if (question?.run !== output.run || question.asked.at(-1) !== from) return;
    const earlier = readCurve(output.points, question.beforeStep, clock.epochMs());
    if (earlier.length === 0) return; // another member may know
    this.end();
    this.curve.begin(earlier);
    this.emit('earlier', earlier);
  }
}
