// The model as an app: one file that runs it without a network. It is written on this device, and stays there.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { saidOf } from '../../../../src/base/said-error';
import type { Saying } from '../../../../src/base/sayings';
import type { ModelFacts } from '../../../../src/replica/page/player';
import { ProblemLine } from '../../../bridge/session/problem-line';
import { formatBytes } from '../../../bridge/words/format';
import { dataWords } from '../../../bridge/words/run-words';
import { language } from '../../../words/language';
import { Button } from '../../../ui/button';
import { download } from '../../../ui/download';
import { Panel } from '../../../ui/panel';
import type { PartProps } from '../use-answer';
import { appSentences } from './app-sentences';
import { cardParts } from './card-words';
import ui from '../../../ui/shape.module.css';

/** A page of more takes a browser long to open. */
const mostParameters = 16e6;

type State = 'ready' | 'writing' | { readonly said: string } | { readonly problem: Saying };

/** The app can show this model something. */
function hasApp({ task, columns, sense, inputShape }: ModelFacts): boolean {
  if (task === 'text' || task === 'points') return true;
  if (task === 'image')
    return sense !== undefined || ((inputShape[2] ?? 1) === 1 && inputShape[0] === inputShape[1]);
  return columns !== undefined;
}

export default function TakeAwayPart({ player, models }: PartProps) {
  const { facts } = models[models.length - 1];
  const [state, setState] = useState<State>('ready');
  const isTooLarge = facts.parameterCount > mostParameters;
  const save = async (): Promise<void> => {
    setState('writing');
    try {
      const [taken, { appFile }] = await Promise.all([
        player.ask({ kind: 'take-away', side: 'now' }),
        import('../../../take-away/app-file'),
      ]);
      const { config, step } = taken.weights;
      const file = appFile({
        title: 'name' in config.data ? config.data.name : dataWords(config.data),
        lead: t`A model that was trained in browser tabs. This file runs it on this device, without a network: nothing that you show it leaves the device.`,
        cardTitle: t`Model card`,
        card: cardParts(taken, facts),
        data: { weights: taken.weights, language: language(), words: appSentences(facts.sense) },
      });
      const name = `lockstep-app-step-${step}.html`;
      download(name, file.type, file);
      setState({ said: t`Saved ${name}, ${{ size: formatBytes(file.size) }}. Open it in any browser.` });
    } catch (error) {
      setState({ problem: saidOf(error) });
    }
  };
  if (!hasApp(facts)) return null;
  return (
    <Panel
      title={t`Take it away as an app`}
      summary={
        facts.classNames.length > 0 && facts.task !== 'text' && facts.task !== 'amounts'
          ? t`One file that runs this model in a browser, without a network. It holds the model, the names of its classes and a card of what it learned from; no examples, though a model may know some by heart.`
          : t`One file that runs this model in a browser, without a network. It holds the model and a card of what it learned from; no examples, though a model may know some by heart.`
      }
    >
      {isTooLarge ? (
        <p
          className={ui.quiet}
        >{t`This model is too large for an app. “For PyTorch and ONNX” saves it for other programs.`}</p>
      ) : (
        <div className={ui.row}>
          <Button disabled={state === 'writing'} onClick={() => void save()}>
            {t`Save the app`}
          </Button>
          <p className={ui.quiet} role="status">
            {state === 'ready' ? (
              ''
            ) : state === 'writing' ? (
              t`Writing the file …`
            ) : 'said' in state ? (
              state.said
            ) : (
              <ProblemLine problem={state.problem} />
            )}
          </p>
        </div>
      )}
    </Panel>
  );
}
