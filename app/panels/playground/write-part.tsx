// A prompt, and how the model goes on: streamed, with the probability of each token and what else was likely.
import { select, t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useEffect, useRef, useState } from 'react';
import type { Written } from '../../../src/replica/page/player';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatCount, formatFixed } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Dial } from '../../ui/toggle';
import type { PartProps } from './use-answer';
import { WrittenText } from './written-text';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

const lengths = ['100', '300', '1000'] as const;
const cuts = ['0', '1', '3', '5', '10', '20', '40'] as const;
const largestSeed = 0xffffffff;

export function WritePart({ player, models }: PartProps) {
  const { prompt: heldOut, tokens } = models[models.length - 1].facts;
  const isOfCharacters = tokens !== 'byte-pairs';
  const [prompt, setPrompt] = useState<string>();
  const [temperature, setTemperature] = useState(0.7);
  const [topK, setTopK] = useState<(typeof cuts)[number]>('0');
  const [topP, setTopP] = useState(1);
  const [seed, setSeed] = useState('1');
  const [length, setLength] = useState<(typeof lengths)[number]>('300');
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({});
  const [problem, setProblem] = useState<Saying>();
  const [isWriting, setIsWriting] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const seedNumber = Number(seed);
  const isSeed =
    seed.trim() !== '' && Number.isInteger(seedNumber) && seedNumber >= 0 && seedNumber <= largestSeed;

  const write = async (): Promise<void> => {
    const abort = new AbortController();
    stop.current = abort;
    setIsWriting(true);
    setProblem(undefined);
    setWritten({});
    const choice = { temperature, topK: Number(topK), topP };
    try {
      for (const { side } of models) {
        if (abort.signal.aborted) break;
        let soFar: Written | undefined;
        const show = (part: Written): void => {
          soFar = soFar ? { ...soFar, tokens: [...soFar.tokens, ...part.tokens], ms: part.ms } : part;
          const shown = soFar;
          setWritten((all) => ({ ...all, [side]: shown }));
        };
        const question = {
          kind: 'write' as const,
          side,
          choice,
          prompt: prompt ?? heldOut,
          seed: seedNumber,
          length: Number(length),
        };
        const whole = await player.ask(question, { onPart: show, signal: abort.signal });
        setWritten((all) => ({ ...all, [side]: whole }));
      }
    } catch (error) {
      if (!abort.signal.aborted) setProblem(saidOf(error));
    }
    setIsWriting(false);
  };

  return (
    <Panel
      title={t`Write`}
      summary={t`The model goes on from a prompt, one ${select({ isOfCharacters: String(isOfCharacters) }, { true: 'character', other: 'token' })} at a time. Each is drawn by its probability; the same seed draws the same text.`}
    >
      <Form className={css.writeForm} onSubmit={() => isSeed && !isWriting && write()}>
        <TextField
          label={t`Prompt`}
          value={prompt ?? heldOut}
          maxLength={2000}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <div className={css.dials}>
          <Dial
            label={t`Temperature`}
            value={temperature}
            min={0}
            max={1.5}
            step={0.1}
            format={(value) => formatFixed(value, 1)}
            onChange={setTemperature}
          />
          <Dial
            label={t`Top-p`}
            value={topP}
            min={0.05}
            max={1}
            step={0.05}
            format={(value) => (value === 1 ? t`all` : formatFixed(value, 2))}
            onChange={setTopP}
          />
        </div>
        <div className={css.fields}>
          <SelectField
            label={t`Top-k`}
            value={topK}
            options={cuts.map((value) => [value, value === '0' ? t`all` : value] as const)}
            onChange={setTopK}
          />
          <TextField
            label={t`Seed`}
            value={seed}
            inputMode="numeric"
            problem={isSeed ? undefined : t`A whole number from 0.`}
            onChange={(event) => setSeed(event.target.value)}
          />
          <SelectField
            label={isOfCharacters ? t`Characters` : t`Tokens`}
            value={length}
            options={lengths.map((value) => [value, formatCount(Number(value))] as const)}
            onChange={setLength}
          />
        </div>
        <div className={ui.row}>
          {isWriting ? (
            <Button onClick={() => stop.current?.abort()}>{t`Stop`}</Button>
          ) : (
            <Button type="submit" kind="primary">
              {t`Write`}
            </Button>
          )}
        </div>
      </Form>
      {problem ? (
        <p className={ui.bad} role="alert">
          <ProblemLine problem={problem} />
        </p>
      ) : null}
      <div className={css.sides}>
        {models.map(({ side }) => written[side] && <WrittenText key={side} written={written[side]} />)}
      </div>
    </Panel>
  );
}
