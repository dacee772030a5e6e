// The program of an app that was taken away: one model, without a network. It computes as the playground does, in this page’s
// thread.
import { predictRow } from '../../src/replica/player/answer-amounts';
import { classify } from '../../src/replica/player/answers';
import { LoadedModel } from '../../src/replica/player/loaded-model';
import type { Drawing } from '../../src/replica/player/player-messages';
import { writeText } from '../../src/replica/player/write-text';
import { sheetSide } from '../ui/ink';
import { readAppData, type AppData } from './app-data';
import { filled } from '../panels/senses/sense-texts';
import { drawPart } from './draw-part';
import { element } from './element';
import { rowPart } from './row-part';
import { sensePart } from './sense-part';
import { seenPicture } from './seen-picture';
import { answerView } from './show-answer';
import { textPart } from './text-part';

const writtenTokens = 300;

function partsOf({ weights, words, language }: AppData): readonly HTMLElement[] {
  const model = new LoadedModel(weights);
  const { task, columns, amounts, classNames, sense, inputShape } = model.facts;
  if (task === 'text')
    return [
      textPart(words, model.facts.prompt, (prompt, onPart, isStopped) =>
        writeText(
          model,
          {
            kind: 'write',
            side: 'now',
            prompt,
            length: writtenTokens,
            choice: { temperature: 0.7, topK: 0, topP: 1 },
            seed: crypto.getRandomValues(new Uint32Array(1))[0],
          },
          onPart,
          isStopped,
        ),
      ),
    ];
  if (task === 'amounts' && columns) {
    const list = element('ul', { class: 'amounts' });
    const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
    const part = rowPart(words, columns, async (row) => {
      const predicted = await predictRow(model, row);
      list.replaceChildren(
        ...amounts.map(({ name, unit }, term) =>
          element(
            'li',
            {},
            `${name}: ${number.format(predicted.amounts[term])}${unit ? `\u00a0${unit}` : ''}`,
          ),
        ),
      );
    });
    return [part, element('div', { role: 'status', 'aria-label': words.answer }, list)];
  }
  const answer = answerView({ words, language, classNames });
  const seen = seenPicture(words, inputShape);
  const read = async (drawing: Drawing): Promise<void> => {
    const classified = await classify(model, drawing);
    if (task === 'image') seen.show(classified.pixels);
    answer.show(classified);
  };
  if (task === 'image')
    return [
      sense && words.sense
        ? sensePart(sense, words, words.sense, read)
        : drawPart(words, (ink) => read({ kind: 'ink', ink, side: sheetSide })),
      seen.node,
      answer.node,
    ];
  if (columns) return [rowPart(words, columns, (row) => read({ kind: 'row', row })), answer.node];
  const axes = ['x', 'y'].map((name) => ({ kind: 'number', name, mean: 0, deviation: 1 }) as const);
  return [
    rowPart(words, axes, ([x, y]) => read({ kind: 'point', x: Number(x) || 0, y: Number(y) || 0 })),
    answer.node,
  ];
}

const place = document.getElementById('app')!;
const text = document.getElementById('model')!.textContent;
try {
  place.replaceChildren(...partsOf(readAppData(text)));
} catch (error) {
  place.textContent = filled(place.dataset.broken ?? '{reason}', {
    reason: error instanceof Error ? error.message : String(error),
  });
}
