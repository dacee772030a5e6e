// Which earlier tokens each token reads, by layer and head.
import { select, t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { AttentionMaps } from '../../../src/replica/page/player';
import { formatCount, formatPercent } from '../../bridge/words/format';
import { SelectField, TextField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { Dial } from '../../ui/toggle';
import { Picture } from './picture';
import { ProblemPart } from './problem-part';
import { nameOf } from './token-name';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

export function AttentionPart({ player, models }: PartProps) {
  const { prompt, tokens } = models[models.length - 1].facts;
  const unit = tokens === 'byte-pairs' ? 'token' : 'character';
  const [text, setText] = useState<string>();
  return (
    <Panel
      title={select(unit, { token: 'What each token reads', other: 'What each character reads' })}
      summary={select(unit, {
        token:
          'A head of attention weighs the tokens before it. Row by row: how much each token reads of those before it and of itself.',
        other:
          'A head of attention weighs the characters before it. Row by row: how much each character reads of those before it and of itself.',
      })}
    >
      <div className={css.narrow}>
        <TextField
          label={t`Text`}
          value={text ?? prompt}
          maxLength={500}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={css.sides}>
        {models.map((model) => (
          <Maps key={model.side} player={player} model={model} text={text ?? prompt} />
        ))}
      </div>
    </Panel>
  );
}

function Maps({ player, model, text }: Pick<PartProps, 'player'> & { model: Placed; text: string }) {
  const { side, facts } = model;
  const question = useMemo(() => ({ kind: 'attention', side, text }) as const, [side, text]);
  const { answer, problem } = useAnswer(player, question, facts);
  if (problem) return <ProblemPart problem={problem} />;
  return answer ? <Heads maps={answer} /> : null;
}

function Heads({ maps }: { maps: AttentionMaps }) {
  const { step, tokens, heads, layers } = maps;
  const [layer, setLayer] = useState('0');
  const [head, setHead] = useState('0');
  const [position, setPosition] = useState(tokens.length);
  const size = tokens.length;
  const map = layers[Math.min(Number(layer), layers.length - 1)];
  const at = Math.min(position, size) - 1;
  const ofHead = (index: number): Float32Array =>
    map.subarray(index * size * size, (index + 1) * size * size);
  const row = ofHead(Math.min(Number(head), heads - 1)).subarray(at * size, (at + 1) * size);
  const most = row.indexOf(Math.max(...row));
  return (
    <section className={css.side} aria-label={t`Attention at step ${{ step: formatCount(step) }}`}>
      <h3>{t`Step ${{ step: formatCount(step) }}`}</h3>
      <div className={css.fields}>
        <SelectField label={t`Layer`} value={layer} options={numbered(layers.length)} onChange={setLayer} />
        <SelectField label={t`Head`} value={head} options={numbered(heads)} onChange={setHead} />
      </div>
      <ul className={css.maps}>
        {Array.from({ length: heads }, (_, index) => (
          <li key={index} className={String(index) === head ? css.current : undefined}>
            <Picture
              width={size}
              height={size}
              values={ofHead(index)}
              scale="share"
              label={t`Layer ${{ value: Number(layer) + 1 }}, head ${{ n: index + 1 }}: ${size} by ${size} weights`}
            />
            <span>{t`head ${{ value: index + 1 }}`}</span>
          </li>
        ))}
      </ul>
      {size > 1 ? (
        <div className={css.dials}>
          <Dial
            label={t`Position`}
            value={at + 1}
            min={1}
            max={size}
            step={1}
            format={String}
            onChange={setPosition}
          />
        </div>
      ) : null}
      <p className={ui.written}>
        {tokens.map((token, index) => (
          <span
            key={index}
            className={index === at ? css.chosen : undefined}
            style={{
              backgroundColor: `color-mix(in srgb, var(--ramp-1) ${Math.round((70 * row[index]) / row[most])}%, transparent)`,
            }}
          >
            {token}
          </span>
        ))}
      </p>
      <p className={ui.quiet}>
        {t`“${{ value: nameOf(tokens[at]) }}” at ${{ n: at + 1 }} reads most of “${{ value3: nameOf(tokens[most]) }}” at ${{ nNumber: most + 1 }}: ${{ value5: formatPercent(row[most], 0) }}.`}
      </p>
    </section>
  );
}

function numbered(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [String(index), String(index + 1)] as const);
}
