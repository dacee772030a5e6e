// The app's prompt, and how the model goes on from it.
import type { Written } from '../../src/replica/player/player-messages';
import { filled } from '../panels/senses/sense-texts';
import type { AppWords } from './app-words';
import { button, element } from './element';

/** `write`: writes on from the prompt, and tells of each part, until it is stopped. */
export function textPart(
  words: AppWords,
  firstPrompt: string,
  write: (prompt: string, onPart: (part: Written) => void, isStopped: () => boolean) => Promise<Written>,
): HTMLElement {
  let isWriting = false;
  let isStopped = false;
  const prompt = element('textarea', { rows: '2', maxlength: '2000' });
  prompt.value = firstPrompt;
  const output = element('p', { class: 'written', 'aria-label': words.writes, role: 'status' });
  const note = element('p', { class: 'quiet' });
  const press = button(words.write, () => {
    if (isWriting) {
      isStopped = true;
      return;
    }
    void run();
  });
  const run = async (): Promise<void> => {
    [isWriting, isStopped] = [true, false];
    press.textContent = words.stop;
    let texts: readonly string[] = [];
    const show = ({ tokens, ...part }: Written): void => {
      if (part.texts.length > 0) texts = part.texts;
      output.append(tokens.map(({ token }) => texts[token]).join(''));
      note.textContent =
        part.unknown === '' ? '' : filled(words.unknownCharacters, { characters: part.unknown });
    };
    output.textContent = '';
    const strong = element('span', { class: 'prompt' });
    const whole = await write(
      prompt.value,
      (part) => {
        if (!strong.isConnected) {
          strong.textContent = part.prompt;
          output.append(strong);
        }
        show(part);
      },
      () => isStopped,
    );
    strong.textContent = whole.prompt;
    output.replaceChildren(strong, whole.tokens.map(({ token }) => whole.texts[token]).join(''));
    isWriting = false;
    press.textContent = words.write;
  };
  return element(
    'div',
    { class: 'part' },
    element('label', { class: 'field' }, words.prompt, prompt),
    element('div', { class: 'row' }, press),
    output,
    note,
  );
}
