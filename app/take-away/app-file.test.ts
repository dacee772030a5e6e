import { expect, test } from 'vitest';
import { prng } from '../../src/base/prng';
import { compile } from '../../src/model/plan/plan';
import { initialParameters } from '../../src/model/plan/initial-parameters';
import { Player } from '../../src/replica/player/player';
import { classify } from '../../src/replica/player/answers';
import { LoadedModel } from '../../src/replica/player/loaded-model';
import type {
  Answer,
  Classified,
  FromPlayer,
  Question,
  TakenAway,
} from '../../src/replica/player/player-messages';
import { presets } from '../../src/replica/presets';
import type { Weights } from '../../src/replica/weights';
import { appSentences } from '../panels/playground/take-away/app-sentences';
import { packAppData, readAppData } from './app-data';
import { appFile } from './app-file';

const digits = presets.find(({ id }) => id === 'digits-cnn')!.config;
const weights: Weights = {
  config: digits,
  lineage: 'ab12cd34',
  step: 7,
  parameters: new Float32Array(initialParameters(compile(digits.model, 1), 3)),
  vocabulary: undefined,
  heldOut: undefined,
};
const dataOf = (of: Weights) => ({ weights: of, language: 'en', words: appSentences(undefined) });

/** The playground’s Worker, in this thread. */
function playground(): (question: Question) => Promise<Answer> {
  const waiting: ((message: FromPlayer) => void)[] = [];
  const player = new Player((message) => waiting.shift()?.(message));
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push((message) =>
        message.kind === 'answer' ? resolve(message.answer) : reject(new Error(message.kind)),
      );
      player.receive({ kind: 'ask', id: 1, question });
    });
}

test('an app reads the model bit for bit, and says the numbers of the playground', async () => {
  const ask = playground();
  await ask({ kind: 'take', side: 'now', weights });
  const taken = (await ask({ kind: 'take-away', side: 'now' })) as TakenAway;
  const text = packAppData(dataOf(taken.weights));
  expect(text).not.toContain('<');
  const read = readAppData(text).weights;
  expect(read.parameters).toEqual(weights.parameters);
  expect(read.config).toEqual(weights.config);
  const random = prng('an app');
  const ink = Float32Array.from({ length: 112 * 112 }, () => random.float());
  const drawing = { kind: 'ink', ink, side: 112 } as const;
  const there = (await ask({ kind: 'classify', side: 'now', drawing })) as Classified;
  const here = await classify(new LoadedModel(read), drawing);
  expect(here).toEqual(there);
});

test('a file that is cut or holds too few parameters is refused', () => {
  const text = packAppData(dataOf(weights));
  expect(() => readAppData(text.slice(0, -40))).toThrow();
  expect(() => readAppData(packAppData(dataOf({ ...weights, parameters: new Float32Array(12) })))).toThrow();
});

test('names that people gave stand in the file as text', async () => {
  const hostile = '</script><img src=x onerror="alert(1)">';
  const classNames = Array<string>(10).fill(hostile);
  const data = {
    kind: 'idx',
    name: hostile,
    sha256: 'a'.repeat(64),
    examples: 9,
    classes: 10,
    inputShape: [28, 28],
    classNames,
  } as const;
  const named = { ...weights, config: { ...digits, data: { ...data, inputShape: [28, 28], classNames } } };
  const card = [{ title: hostile, text: hostile, rows: [[hostile], [hostile]] }];
  const html = await appFile({
    title: hostile,
    lead: hostile,
    cardTitle: hostile,
    card,
    data: dataOf(named),
  }).text();
  expect(html).not.toContain('<img');
  // Two scripts begin and end: the model, and the program.
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<\/script/g)).toHaveLength(2);
  expect(html).toContain('default-src &#39;none&#39;');
});
