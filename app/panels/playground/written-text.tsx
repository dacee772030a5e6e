// A text by the model. The paler a token's probability, the stronger its ground; a tapped or chosen one shows its
// probability and the alternatives.
import { plural, select, t } from '@lingui/core/macro';
import { memo, useId, useState } from 'react';
import type { Written } from '../../../src/replica/page/player';
import { formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { Sentence } from '../../ui/sentence';
import { ProbabilityBars } from './probability-bars';
import { nameOf } from './token-name';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

export function WrittenText({ written }: { written: Written }) {
  const { step, prompt, tokens, texts } = written;
  const [chosen, setChosen] = useState<number>();
  const id = useId();
  const at = chosen !== undefined && chosen < tokens.length ? chosen : undefined;
  const move = (by: number): void =>
    setChosen(Math.min(tokens.length - 1, Math.max(0, (at ?? (by > 0 ? -1 : tokens.length)) + by)));
  return (
    <section className={css.side} aria-label={t`Written at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <div
        className={`${ui.written} ${css.written}`}
        role="listbox"
        aria-label={
          written.isOfCharacters
            ? t`Characters written at step ${{ step: formatCount(step) }}`
            : t`Tokens written at step ${{ step: formatCount(step) }}`
        }
        aria-activedescendant={at === undefined ? undefined : `${id}-${at}`}
        tabIndex={0}
        onKeyDown={(event) => {
          const by = keys[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(by);
        }}
        onPointerOver={(event) => choose(event.target, setChosen)}
        onClick={(event) => choose(event.target, setChosen)}
      >
        <span className={ui.soft} role="presentation">
          {prompt}
        </span>
        {tokens.map(({ token, probability }, index) => (
          <Token
            key={index}
            id={`${id}-${index}`}
            index={index}
            text={texts[token]}
            probability={probability}
            isChosen={index === at}
          />
        ))}
      </div>
      <p className={ui.quiet}>{lengthWords(written)}</p>
      <div className={css.likely} aria-live="polite">
        {at === undefined ? (
          <p className={ui.quiet}>{pointWords(written)}</p>
        ) : (
          <Likely written={written} at={at} />
        )}
      </div>
    </section>
  );
}

function lengthWords({ tokens, isOfCharacters, ms, unknown }: Written): string {
  const shown = formatCount(tokens.length);
  return t`${select(
    { unit: isOfCharacters ? 'character' : 'token' },
    {
      token: plural({ count: tokens.length }, { one: `${shown} token`, other: `${shown} tokens` }),
      other: plural({ count: tokens.length }, { one: `${shown} character`, other: `${shown} characters` }),
    },
  )} in ${{ time: formatMs(ms) }}${select(
    { isTimed: String(ms > 0) },
    {
      true: `: ${{ rate: formatCount(Math.round((1000 * tokens.length) / ms)) }} a second on this device`,
      other: '',
    },
  )}${select(
    { isAllKnown: String(unknown === '') },
    { true: '', other: `. It does not know “${unknown}”.` },
  )}`;
}

function pointWords({ isOfCharacters }: Written): string {
  return isOfCharacters
    ? t`Point at a character, tap it, or use the arrow keys: how likely it was.`
    : t`Point at a token, tap it, or use the arrow keys: how likely it was.`;
}

const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };

function choose(target: EventTarget, set: (index: number) => void): void {
  const index = target instanceof HTMLElement ? target.dataset.index : undefined;
  if (index !== undefined) set(Number(index));
}

interface Props {
  id: string;
  index: number;
  text: string;
  probability: number;
  isChosen: boolean;
}

const Token = memo(function Token({ id, index, text, probability, isChosen }: Props) {
  const doubt = Math.round(45 * (1 - probability));
  return (
    <span
      id={id}
      data-index={index}
      role="option"
      aria-selected={isChosen}
      aria-label={`${nameOf(text)}, ${formatPercent(probability, 0)}`}
      className={isChosen ? css.chosen : undefined}
      style={{ backgroundColor: `color-mix(in srgb, var(--ramp-0) ${doubt}%, transparent)` }}
    >
      {text}
    </span>
  );
});

function Likely({ written, at }: { written: Written; at: number }) {
  const { tokens, texts } = written;
  const { token, probability, chance, likeliest } = tokens[at];
  return (
    <>
      <p>
        <Sentence
          value={<strong>{nameOf(texts[token])}</strong>}
          say={(token) =>
            t`${token}: the model gave it ${{ probability: formatPercent(probability) }}; after temperature and cuts it was drawn with ${{ chance: formatPercent(chance) }}.`
          }
        />
      </p>
      <ProbabilityBars
        label={written.isOfCharacters ? t`The likeliest characters there` : t`The likeliest tokens there`}
        chances={likeliest.map((one) => ({
          name: nameOf(texts[one.token]),
          probability: one.probability,
          isChosen: one.token === token,
        }))}
      />
    </>
  );
}
