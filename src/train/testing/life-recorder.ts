// Records a life as a script while it runs. When the life fails, the script so far is kept.
import { prng } from '../../base/prng';
import { loadDataset } from '../../data/load-dataset';
import type { Dataset } from '../../data/dataset';
import { bytesOf } from '../../base/bytes';
import type { RunConfig } from '../run/run-config';
import type { Life, LifeSources } from './life';
import type { LifeOptions, LifeScript, RecordedData } from './life-script';
import { DrawRecorder } from './recorded-draws';

export class LifeRecorder {
  readonly #draws = new DrawRecorder();
  readonly #points = new Map<number, string>();
  readonly #parameters = new Map<number, string>();
  #life: Life | undefined;
  #options: LifeOptions | undefined;

  sources(): LifeSources {
    return {
      random: this.#draws.recording(prng),
      dataset: (config) => this.#dataset(config),
      wrapEngine: (engine, { seed }) => {
        this.#parameters.set(seed, base64(engine.initialParameters(seed)));
        return engine;
      },
    };
  }

  watch(options: LifeOptions, life: Life): void {
    this.#options = options;
    this.#life = life;
  }

  script(seed: number, why: string): LifeScript {
    const [life, options] = [this.#life!, this.#options!];
    const data = [...this.#points].map(([of, points]): [string, RecordedData] => [
      String(of),
      { points, parameters: this.#parameters.get(of)! },
    ]);
    const { steps, course } = life;
    return { seed, why, course, options, steps, data: Object.fromEntries(data), draws: this.#draws.draws() };
  }

  #dataset({ data, seed }: RunConfig): Dataset {
    if (data.kind !== 'points') throw new Error('lives train on points');
    const dataset = loadDataset(data, seed);
    const points = new Float32Array(2 * dataset.length);
    for (let i = 0; i < dataset.length; i++) dataset.read(i, points, 2 * i, new Uint8Array(1), 0);
    this.#points.set(seed, base64(points));
    return dataset;
  }
}

function base64(values: Float32Array): string {
  return Buffer.from(bytesOf(values)).toString('base64');
}

/** The script as JSON: a line for each act and each stream. */
export function scriptText({ options, steps, data, draws, ...head }: LifeScript): string {
  const lines = (items: readonly string[]): string => items.map((item) => `    ${item}`).join(',\n');
  const listed = (items: Readonly<Record<string, unknown>>): string =>
    lines(Object.entries(items).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`));
  return [
    '{',
    ...Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    `  "options": {\n${listed({ ...options })}\n  },`,
    `  "steps": [\n${lines(steps.map((step) => JSON.stringify(step)))}\n  ],`,
    `  "data": {\n${listed(data)}\n  },`,
    `  "draws": {\n${listed(draws)}\n  }\n}\n`,
  ].join('\n');
}
