// The view of what a model reads: its name and a bar for each class.
import type { Classified } from '../../src/replica/player/player-messages';
import { filled } from '../panels/senses/sense-texts';
import type { AppWords } from './app-words';
import { element } from './element';

export interface Shown {
  readonly node: HTMLElement;
  show(read: Classified): void;
}

export interface AnswerLook {
  readonly words: AppWords;
  readonly language: string;
  readonly classNames: readonly string[];
}

export function answerView({ words, language, classNames }: AnswerLook): Shown {
  const percent = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const name = element('p', { class: 'best', role: 'status' });
  const sure = element('p', { class: 'quiet' });
  const rows = classNames.map((one) => {
    const bar = element('span', { class: 'fill' });
    const value = element('span', { class: 'value' });
    const row = element(
      'li',
      {},
      element('span', { class: 'name' }, one),
      element('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      value,
    );
    return { row, bar, value };
  });
  const node = element(
    'section',
    { class: 'answer', 'aria-label': words.answer },
    name,
    sure,
    element('ul', { class: 'bars', 'aria-label': words.likely }, ...rows.map(({ row }) => row)),
  );
  node.hidden = true;
  return {
    node,
    show({ probabilities }) {
      node.hidden = false;
      const best = probabilities.indexOf(Math.max(...probabilities));
      if (name.textContent !== classNames[best]) name.textContent = classNames[best];
      sure.textContent = filled(words.sure, { sure: `${Math.round(100 * probabilities[best])}\u00a0%` });
      for (const [at, { row, bar, value }] of rows.entries()) {
        row.classList.toggle('marked', at === best);
        bar.style.width = `${100 * probabilities[at]}%`;
        value.textContent = `${percent.format(100 * probabilities[at])}\u00a0%`;
      }
    },
  };
}
