// A short run on a text that is large by the lowered limits of a test: a small GPT, in one replica or in several.
import type { Dataset } from '../../../data/dataset';
import { gptPreset, gptSizes } from '../../../model/presets';
import type { RunConfig } from '../../../train/run/run-config';
import { TestRing, testConfig } from '../../../train/testing/real-ring';

export const largeContext = gptSizes.tiny.context;
/** More tokens are a large text, and more bytes are kept in a file. */
export const lowLimits = { inMemoryBytes: 1000, mostListed: 1000 } as const;

const steps = 4;

/** Different lines, some of them twice. */
export function linesOf(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `line ${at % (count - 30)} has ${(at * at) % 97} words\n`,
  ).join('');
}

/** The digest after each step of each replica. `datasets`: one for each, all of the same text. */
export async function digestsOn(datasets: readonly Dataset[], text: string): Promise<readonly string[][]> {
  const [{ length: examples, classes: vocabulary }] = datasets;
  const data = {
    ...({ kind: 'text', name: 'lines.txt', sha256: '0'.repeat(64) } as const),
    ...{ characters: text.length, bytes: text.length, examples, context: largeContext, vocabulary },
  };
  const model = gptPreset({ ...gptSizes.tiny, vocabulary, dropout: 0.1, tied: true });
  const sizes = { localBatch: 2, microBatch: 2, validationExamples: 10 };
  const config: RunConfig = { ...testConfig, ...sizes, model, data, steps, evaluateEvery: 2 };
  const ring = new TestRing(config, (replica) => datasets[replica]);
  try {
    const replicas = datasets.map(() => ring.add());
    await ring.until('all members in the lobby', () =>
      replicas.every(
        ({ member }) =>
          member.membership.view?.members.length === datasets.length &&
          member.replica.held?.state.initialized === true,
      ),
    );
    ring.submit({ kind: 'start' });
    await ring.until('the last step', () => replicas.every(({ steps: { length } }) => length === steps));
    return replicas.map((replica) => replica.steps.map(({ digest }) => digest));
  } finally {
    await ring.end();
  }
}
