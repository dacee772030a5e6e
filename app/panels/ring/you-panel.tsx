// This device's part: its rank and share, its contributions, whether and why the ring waits for it, and what leaves it.
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { termTitle } from '../../bridge/words/run-words';
import { batchParts, type BatchParts } from '../../bridge/words/batch-parts';
import { yourPartWords } from '../../bridge/words/batch-words';
import { engineWords } from '../../bridge/words/engine-words';
import { formatBytes, formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { computingMs, summariseSplits, whyWaited } from '../../bridge/series/split-summary';
import { Bars, type Bar } from '../../ui/bars';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import ui from '../../ui/shape.module.css';
import css from './you-panel.module.css';

interface Props {
  className?: string;
  onLeave: () => void;
  /** A place of its own: nothing is folded away. */
  isPhone?: boolean;
  /** What this person answered to the host’s question. */
  prediction?: ReactNode;
}

export function YouPanel({ className, onLeave, isPhone = false, prediction }: Props) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const here = participants(shown);
  const isCatchingUp = here.catchingUp.some((peer) => peer.isSelf);
  const isDemo = session.place.kind === 'alone';
  const you = shown.peers.find((peer) => peer.isSelf);
  // Those of the run before stay until the first step.
  const splits = summariseSplits(shown.step === 0 ? [] : session.series.records);
  const mine = splits.perPeer.get(shown.self);
  const others = [...splits.perPeer].flatMap(([id, parts]) => (id === shown.self ? [] : computingMs(parts)));
  const batch = batchParts(shown, session.series.last);
  const share = shareOf(batch);
  const { data } = shown.config ?? {};
  const isOwn = data !== undefined && 'own' in data && data.own === true;
  const sentBytes = shown.sharing?.sentBytes ?? 0;
  const othersMs = others.length > 0 ? mean(others) : undefined;
  const hasLeft = shown.phase.kind === 'left';
  const why = shown.phase.kind === 'training' ? whyWaited(splits, shown.self) : undefined;
  return (
    <Panel
      title={you ? t`You: ${{ name: you.name }}` : t`You`}
      className={className}
      summary={
        hasLeft
          ? t`You are no longer part of the ring.`
          : here.isStopped
            ? t`Too few members can be heard: no step is taken now.`
            : isCatchingUp
              ? t`You are catching up: nothing of yours is in the steps yet.`
              : why && isDemo
                ? why === 'computing'
                  ? t`The others wait for this replica: its computing takes longest.`
                  : t`The others wait for this replica: what it sends comes late.`
                : share === undefined
                  ? t`Not part of the ring yet.`
                  : share === 0
                    ? t`Nothing of yours is in the last step.`
                    : yourPartWords(batch, you?.offences)
      }
    >
      {hasLeft ? null : (
        <>
          <p>
            <span className={ui.numeral}>
              {formatPercent(share, share !== undefined && share > 0 && share < 0.1 ? 1 : 0)}
            </span>
            <span className={css.unit}>
              {batch.of === 'first-step' ? t`of the first batch` : t`of the last batch`}
            </span>
          </p>
          {why && !isDemo ? (
            <p className={css.waited}>
              {why === 'computing'
                ? t`The ring waits for you: your computing takes longest.`
                : t`The ring waits for you: what you send comes late.`}
            </p>
          ) : null}
          {prediction}
          <Bars
            label={t`Your computing`}
            className={css.work}
            bars={workBars(mine && computingMs(mine), othersMs)}
          />
        </>
      )}
      <div className={css.facts}>
        <Facts
          columns={2}
          facts={[
            ...(hasLeft ? [] : [[t`Rank`, you?.rank ?? '–'] as const]),
            [t`${{ termTitle: termTitle(shown.config) }} given`, formatCount(you?.examplesContributed)],
            ...(shown.givenUp > 0 ? [[t`Given up`, formatCount(shown.givenUp)] as const] : []),
          ]}
        />
      </div>
      {shown.engine ? <p className={`${ui.quiet} ${css.engine}`}>{engineWords(shown.engine)}</p> : null}
      {hasLeft ? null : (
        <>
          <details className={`${ui.quiet} ${css.leaves}`} open={isPhone}>
            <summary>{t`What leaves this device`}</summary>
            {isDemo ? (
              <p>{t`Nothing. All replicas are in this page, and their gradients stay in it.`}</p>
            ) : (
              <ul>
                <li>
                  {batch.made.innerSteps === undefined
                    ? t`Gradients: sums of numbers, never examples.`
                    : t`Changes of the model’s weights: numbers, never examples.`}
                  {isOwn ? ` ${t`They may reveal something about your examples, which stay here.`}` : null}
                </li>
                {isOwn ? <li>{t`How many examples you have, and a fingerprint of them.`}</li> : null}
                <li>{t`Your nickname and the name of what you compute on: graphics card or processor.`}</li>
                <li>{t`Which other members run in this browser too.`}</li>
                <li>{t`Your network address, as members can see it while connected.`}</li>
                <li>{t`Your predictions, when the host asks the class: members’ pages show counts, and no names.`}</li>
                {sentBytes > 0 ? (
                  <li>{t`Data of this room, as its host asked: ${{ sentBytes: formatBytes(sentBytes) }} so far.`}</li>
                ) : null}
                {shown.observers > 0 ? (
                  <li>{t`Figures of the ring, sealed, perhaps from this device: for ${plural({ observers: shown.observers }, { one: 'the device that watches', other: 'the devices that watch' })}. No names.`}</li>
                ) : null}
              </ul>
            )}
          </details>
          <div className={css.actions}>
            <Button isSmall onClick={onLeave}>
              {session.place.kind === 'alone' ? t`End the demo` : t`Leave the ring`}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

/** This replica's computing in a step beside the others'. */
function workBars(mineMs: number | undefined, othersMs: number | undefined): readonly Bar[] {
  const longest = Math.max(mineMs ?? 0, othersMs ?? 0, 1e-9);
  return [
    { name: t`Your computing`, share: (mineMs ?? 0) / longest, value: formatMs(mineMs) },
    { name: t`Others’ computing`, share: (othersMs ?? 0) / longest, value: formatMs(othersMs), fill: 'grey' },
  ];
}

/** The share of the last step, or of the first step before one is taken. undefined: this replica is not in it. */
function shareOf({ parts, examples }: BatchParts): number | undefined {
  const mine = parts.find(({ isSelf }) => isSelf);
  return mine && examples > 0 ? mine.examples / examples : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
