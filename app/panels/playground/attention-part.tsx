// Which earlier tokens each token reads, by layer and head.
import { ProblemLine } from '../../bridge/session/problem-line';
import { useMemo, useState } from 'react';
import type { AttentionMaps } from '../../../src/replica/page/player';
import { formatCount, formatPercent } from '../../bridge/words/format';
import { SelectField, TextField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { Dial } from '../../ui/toggle';
import { Picture } from './picture';
import { nameOf } from './token-name';
import { useAnswer, type PartProps, type Placed } from './use-answer';
import { playgroundText } from '../../text/playground';
import css from './playground.module.css';

export function AttentionPart({ player, models }: PartProps) {
  const { prompt, tokens } = models[models.length - 1].facts;
  const unit = tokens === 'byte-pairs' ? playgroundText.token : playgroundText.character;
  const [text, setText] = useState<string>();
  return (
    <Panel title={playgroundText.whatEachReads(unit)} summary={playgroundText.headAttentionWeighs(unit)}>
      <div className={css.narrow}>
        <TextField
          label={playgroundText.text}
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
  if (problem)
    return (
      <p className={css.note}>
        <ProblemLine problem={problem} />
      </p>
    );
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
    <section className={css.side} aria-label={playgroundText.attentionStep(formatCount(step))}>
      <h3>{playgroundText.step(formatCount(step))}</h3>
      <div className={css.fields}>
        <SelectField
          label={playgroundText.layer}
          value={layer}
          options={numbered(layers.length)}
          onChange={setLayer}
        />
        <SelectField label={playgroundText.head} value={head} options={numbered(heads)} onChange={setHead} />
      </div>
      <ul className={css.maps}>
        {Array.from({ length: heads }, (_, index) => (
          <li key={index} className={String(index) === head ? css.current : undefined}>
            <Picture
              width={size}
              height={size}
              values={ofHead(index)}
              scale="share"
              label={playgroundText.layerHeadWeights(Number(layer) + 1, index + 1, size)}
            />
            <span>{playgroundText.head2(index + 1)}</span>
          </li>
        ))}
      </ul>
      {size > 1 ? (
        <div className={css.dials}>
          <Dial
            label={playgroundText.position}
            value={at + 1}
            min={1}
            max={size}
            step={1}
            format={String}
            onChange={setPosition}
          />
        </div>
      ) : null}
      <p className={css.reading}>
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
      <p className={css.figures}>
        {playgroundText.readsMost(
          nameOf(tokens[at]),
          at + 1,
          nameOf(tokens[most]),
          most + 1,
          formatPercent(row[most], 0),
        )}
      </p>
    </section>
  );
}

function numbered(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [String(index), String(index + 1)] as const);
}
