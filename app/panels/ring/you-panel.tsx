// This device's part: its rank and share, its contributions, whether and why the ring waits for it, and what leaves it.
import type { ReactNode } from 'react';
import { termTitle } from '../../bridge/words/run-words';
import { batchParts, type BatchParts } from '../../bridge/words/batch-parts';
import { yourPartWords } from '../../bridge/words/batch-words';
import { engineWords } from '../../bridge/words/engine-words';
import { formatBytes, formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { computingMs, summariseSplits, whyWaited } from '../../bridge/series/split-summary';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { ringText } from '../../text/ring';
import css from './you-panel.module.css';

export function YouPanel({
  className,
  onLeave,
  isPhone = false,
  prediction,
}: {
  className?: string;
  onLeave: () => void;
  /** A place of its own: nothing is folded away. */
  isPhone?: boolean;
  /** What this person answered to the host’s question. */
  prediction?: ReactNode;
}) {
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
      title={you ? ringText.you3(you.name) : ringText.you4}
      className={className}
      summary={
        hasLeft
          ? ringText.noLongerPart
          : here.isStopped
            ? ringText.tooFewMembersCan
            : isCatchingUp
              ? ringText.youCatchingUp
              : why && isDemo
                ? why === 'computing'
                  ? ringText.othersWaitReplica
                  : ringText.othersWaitPart
                : share === undefined
                  ? ringText.notPartRing
                  : share === 0
                    ? ringText.nothingYoursLast
                    : yourPartWords(batch, you?.offences)
      }
    >
      {hasLeft ? null : (
        <>
          <p>
            <span className={css.numeral}>
              {formatPercent(share, share !== undefined && share > 0 && share < 0.1 ? 1 : 0)}
            </span>
            <span className={css.unit}>
              {batch.of === 'first-step' ? ringText.firstBatch : ringText.lastBatch}
            </span>
          </p>
          {why && !isDemo ? (
            <p className={css.waited}>
              {why === 'computing' ? ringText.ringWaitsYou : ringText.ringWaitsPart}
            </p>
          ) : null}
          {prediction}
          <Work mineMs={mine && computingMs(mine)} othersMs={othersMs} />
        </>
      )}
      <div className={css.facts}>
        <Facts
          columns={2}
          facts={[
            ...(hasLeft ? [] : [[ringText.rank, you?.rank ?? '–'] as const]),
            [ringText.given(termTitle(shown.config)), formatCount(you?.examplesContributed)],
            ...(shown.givenUp > 0 ? [[ringText.givenUp, formatCount(shown.givenUp)] as const] : []),
          ]}
        />
      </div>
      {shown.engine ? <p className={css.engine}>{engineWords(shown.engine)}</p> : null}
      {hasLeft ? null : (
        <>
          <details className={css.leaves} open={isPhone}>
            <summary>{ringText.whatLeavesDevice}</summary>
            {isDemo ? (
              <p>{ringText.nothingAllReplicas}</p>
            ) : (
              <ul>
                <li>
                  {batch.made.innerSteps === undefined
                    ? ringText.gradientsSumsNumbers
                    : ringText.changesOfWeights}
                  {isOwn ? ringText.mayRevealSomething : null}
                </li>
                {isOwn ? <li>{ringText.howManyExamples}</li> : null}
                <li>{ringText.yourNicknameName}</li>
                <li>{ringText.whoSharesDevice}</li>
                <li>{ringText.yourNetworkAddress}</li>
                <li>{ringText.yourPredictions}</li>
                {sentBytes > 0 ? <li>{ringText.dataRoomHost(formatBytes(sentBytes))}</li> : null}
                {shown.observers > 0 ? <li>{ringText.figuresRingSealed(shown.observers)}</li> : null}
              </ul>
            )}
          </details>
          <div className={css.actions}>
            <Button isSmall onClick={onLeave}>
              {session.place.kind === 'alone' ? ringText.endDemo : ringText.leaveRing}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

/** This replica's computing in a step beside the others'. */
function Work({ mineMs, othersMs }: { mineMs: number | undefined; othersMs: number | undefined }) {
  const longest = Math.max(mineMs ?? 0, othersMs ?? 0);
  const rows = [
    [ringText.yourWork, mineMs, css.mine],
    [ringText.othersWork, othersMs, css.others],
  ] as const;
  return (
    <dl className={css.work}>
      {rows.map(([name, ms, colour]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMs(ms)}</dd>
          <dd className={css.track} aria-hidden="true">
            <span className={colour} style={{ width: `${longest > 0 ? (100 * (ms ?? 0)) / longest : 0}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Of the last step, or of the first step before one is taken. undefined: this replica is not in it. */
function shareOf({ parts, examples }: BatchParts): number | undefined {
  const mine = parts.find(({ isSelf }) => isSelf);
  return mine && examples > 0 ? mine.examples / examples : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
