// The playground's Worker: one or two models and the questions about them, one after the other. It has parameters of its
// own, so the replica that trains never waits for it.
import { say } from '../../base/sayings';
import { SaidError, saidOf } from '../../base/said-error';
import { loadDataset } from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { compile } from '../../model/plan/plan';
import { initialParameters } from '../../model/plan/initial-parameters';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { isFileData } from '../../train/run/data-shape';
import type { RunConfig } from '../../train/run/run-config';
import type { ModelCopy } from '../watch/read-copy';
import { heldOutOf, type Weights } from '../weights';
import { Bases } from '../files/bases';
import { attentionMaps, classify, examine, filters, plane } from './answers';
import { predictRow, viewAmounts } from './answer-amounts';
import { takeAway } from './take-away';
import { LoadedModel } from './loaded-model';
import type { Answer, FromPlayer, ModelFacts, Question, Side, ToPlayer, Written } from './player-messages';
import { writeText } from './write-text';

export class Player {
  readonly #sides = new Map<Side, LoadedModel>();
  /** The weights as they were given, adapters apart from their base. */
  readonly #given = new Map<Side, Weights>();
  readonly #bases = new Bases();
  readonly #stopped = new Set<number>();
  #last: Promise<void> = Promise.resolve();

  constructor(readonly send: (message: FromPlayer) => void) {}

  receive(message: ToPlayer): void {
    const { id } = message;
    if (message.kind === 'stop') {
      this.#stopped.add(id);
      return;
    }
    this.#last = this.#last.then(async () => {
      try {
        const answer = await this.#answer(id, message.question);
        this.send({ kind: 'answer', id, answer });
      } catch (error) {
        this.send({ kind: 'refused', id, why: saidOf(error) });
      }
      this.#stopped.delete(id);
    });
  }

  async #answer(id: number, question: Question): Promise<Answer> {
    switch (question.kind) {
      case 'take':
        return this.#place(question.side, question.weights);
      case 'receive':
        return this.#place('now', this.#received(question.copy));
      case 'open':
        return this.#place(question.side, { ...(await weightsIn(question.file)), base: question.base });
      case 'untrained':
        return this.#place('beside', untrained(this.#givenNow()));
      case 'keep':
        return this.#place('beside', this.#givenNow());
      case 'write': {
        const onPart = (written: Written): void => this.send({ kind: 'part', id, written });
        return writeText(this.#model(question.side), question, onPart, () => this.#stopped.has(id));
      }
      case 'attention':
        return attentionMaps(this.#model(question.side), question.text);
      case 'classify':
        return classify(this.#model(question.side), question.drawing);
      case 'examine':
        return examine(this.#model(question.side));
      case 'filters':
        return filters(this.#model(question.side));
      case 'plane':
        return plane(this.#model(question.side));
      case 'take-away':
        return takeAway(this.#model(question.side));
      case 'amounts':
        return viewAmounts(this.#model(question.side));
      case 'predict':
        return predictRow(this.#model(question.side), question.row);
      default:
        throw question satisfies never;
    }
  }

  /** Built-in data is drawn once, for the examples and for the tokens of a text. */
  #received(copy: ModelCopy): Weights {
    const { config, parameters } = copy;
    if (compile(config.model, 1).parameterCount !== parameters.length)
      throw new SaidError(say('copy-misfit'));
    const now = this.#sides.get('now')?.weights;
    const bare: Weights = { ...copy, vocabulary: undefined, heldOut: undefined };
    if (now && isSameData(now, bare)) return { ...bare, vocabulary: now.vocabulary, heldOut: now.heldOut };
    return { ...bare, ...drawn(config) };
  }

  #model(side: Side): LoadedModel {
    const model = this.#sides.get(side);
    if (!model) throw new SaidError(say('no-model-yet'));
    return model;
  }

  #givenNow(): Weights {
    const { weights } = this.#model('now');
    return { ...this.#given.get('now')!, heldOut: weights.heldOut };
  }

  /** Both sides answer for the same examples, whoever brought them. */
  async #place(side: Side, brought: Weights): Promise<ModelFacts> {
    const given = await this.#bases.merged(brought);
    const now = this.#sides.get('now');
    const heldOut = given.heldOut ?? (isSameData(now?.weights, given) ? now?.weights.heldOut : undefined);
    const weights = { ...given, heldOut };
    if (side === 'beside' && now && !fitsBeside(now.weights, weights))
      throw new SaidError(say('model-of-other-data'));
    const before = this.#sides.get(side);
    const model = before ? before.withWeights(weights) : new LoadedModel(weights);
    this.#sides.set(side, model);
    this.#given.set(side, brought);
    return model.facts;
  }
}

function isSameData(one: Weights | undefined, other: Weights): boolean {
  const nameOf = ({ config: { data, seed, validationExamples } }: Weights): string =>
    JSON.stringify([data, seed, validationExamples]);
  return one !== undefined && nameOf(one) === nameOf(other);
}

function fitsBeside({ config, vocabulary }: Weights, other: Weights): boolean {
  const isText = vocabulary !== undefined;
  if (isText !== (other.vocabulary !== undefined)) return false;
  return isText || config.model.inputShape.join() === other.config.model.inputShape.join();
}

/** E0: the run's first parameters are a function of its model and seed. */
function untrained(now: Weights): Weights {
  const { config } = now;
  const first = initialParameters(compile(config.model, 1), config.seed);
  return { ...now, step: 0, parameters: new Float32Array(first) };
}

async function weightsIn(file: Blob): Promise<Weights> {
  const read = await readCheckpoint(file);
  if (!read.ok) throw new SaidError(read.error.says);
  const { held, lineage, vocabulary, sheet } = read.value;
  const { config, step } = held.state;
  return {
    config,
    lineage,
    step,
    vocabulary,
    sheet,
    parameters: new Float32Array(held.tensors.parameters),
    heldOut: drawn(config).heldOut,
  };
}

/** A file holds no data, but built-in data can be drawn again. */
function drawn({ data, seed, validationExamples }: RunConfig): Pick<Weights, 'heldOut' | 'vocabulary'> {
  if (isFileData(data)) return { heldOut: undefined, vocabulary: undefined };
  const dataset = loadDataset(data, seed);
  const heldOut = heldOutOf(dataset, splitDataset(dataset, validationExamples, seed));
  return { heldOut, vocabulary: dataset.text?.vocabulary };
}
