// Where each step's time goes, per peer: computing, communicating under it, communicating after it, waiting, other. The
// headline shows what overlap saves, and names the peer that the ring waits for. A row is drawn again only when one of its
// numbers changes: times change with every step, and a class has thirty rows.
import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { sharedDeviceWords } from '../../bridge/words/device-words';
import { formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { tenseOf } from '../../bridge/words/tense';
import { useWords } from '../../bridge/session/page-language';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import {
  leastWaits,
  partWords,
  splitParts,
  summariseSplits,
  wallMs,
  type SplitSummary,
} from '../../bridge/series/split-summary';
import { Legend } from '../../ui/legend';
import { Panel } from '../../ui/panel';
import type { Snapshot } from '../../../src/replica/protocol';
import { peerName } from '../../bridge/words/peer-names';
import { columnsOf, partFills, SplitBar } from './split-bar';
import ui from '../../ui/shape.module.css';
import css from './split-panel.module.css';

export function SplitPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const isDemo = session.place.kind === 'alone';
  // Those of the run before stay until the first step.
  const summary = summariseSplits(shown.step === 0 ? [] : session.series.records);
  const rows = shown.peers.flatMap((peer) => {
    const parts = summary.perPeer.get(peer.id);
    return parts ? [{ peer, parts, total: wallMs(parts) }] : [];
  });
  const longest = rows.reduce((most, { total }) => Math.max(most, total), 1e-9);
  return (
    <Panel
      title={t`Where the time goes`}
      className={className}
      summary={summaryWords(summary, shown, isDemo)}
      table={() => ({
        columns: [t`Replica`, ...splitParts.map((part) => partWords[part]()), t`step`],
        rows: rows.map(({ peer, parts, total }) => [
          peer.name,
          ...splitParts.map((part) => formatMs(parts[part])),
          formatMs(total),
        ]),
      })}
    >
      <p className={css.headline}>
        <strong>{formatPercent(summary.hiddenShare, 0)}</strong> {t`communication hidden`}
      </p>
      <Legend items={splitParts.map((part) => [partFills[part], partWords[part]()])} />
      {rows.length === 0 ? (
        <p
          className={`${ui.faint} ${css.empty}`}
        >{t`Each replica measures its steps; the bars appear with the first one.`}</p>
      ) : (
        <ul
          className={css.rows}
          tabIndex={rows.length > 8 ? 0 : undefined}
          aria-label={t`Time per step and replica`}
          style={{
            ['--bar' as string]: rows.length <= 4 ? '2.25rem' : rows.length <= 8 ? '1.5rem' : '1.125rem',
          }}
        >
          {rows.map(({ peer, parts, total }) => (
            <SplitRow
              key={peer.id}
              name={peer.name}
              isSelf={peer.isSelf}
              columns={columnsOf(parts, longest)}
              words={splitParts.map((part) => `${partWords[part]()} ${formatMs(parts[part])}`).join(', ')}
              total={formatMs(total)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface SplitRowProps {
  readonly name: string;
  readonly isSelf: boolean;
  readonly columns: string;
  readonly words: string;
  readonly total: string;
}

const SplitRow = memo(function SplitRow({ name, isSelf, columns, words, total }: SplitRowProps) {
  useWords();
  return (
    <li className={isSelf ? css.isSelf : undefined}>
      <span className={css.name} title={name}>
        {isSelf ? t`${name} (you)` : name}
      </span>
      <SplitBar columns={columns} words={words} />
      <span className={`${ui.quiet} ${css.ms}`}>{total}</span>
    </li>
  );
});

function summaryWords(summary: SplitSummary, shown: Snapshot, isDemo: boolean): string {
  const words = sentence(summary, shown, isDemo);
  const ofLast = participants(shown).isStopped
    ? t`No step is taken now; of the last ones: ${{ sentence: words }}`
    : words;
  const device = isDemo ? deviceWords(shown) : sharedDeviceWords(shown);
  return device === '' ? ofLast : `${ofLast} ${device}`;
}

function deviceWords(shown: Snapshot): string {
  const { members } = participants(shown);
  if (members < 2) return '';
  return t`These ${{ members: formatCount(members) }} replicas share one device: efficiency cannot rise here.`;
}

function sentence({ hiddenShare, waitedFor, steps }: SplitSummary, shown: Snapshot, isDemo: boolean): string {
  if (steps === 0) return t`Computing, communicating or waiting: measured by every replica in every step.`;
  const hidden =
    hiddenShare === undefined
      ? t`Alone there is nothing to communicate.`
      : t`Communication hidden under computing: ${{ hiddenShare: formatPercent(hiddenShare, 0) }}.`;
  const wasSo = tenseOf(shown) === 'was';
  if (!waitedFor || waitedFor.share < leastWaits)
    return `${hidden} ${wasSo ? t`No member was waited for long.` : t`No member is waited for long.`}`;
  const who = waitedFor.peer === shown.self && !isDemo ? t`you` : peerName(shown, waitedFor.peer);
  return `${hidden} ${wasSo ? t`The ring waited mostly for ${who}.` : t`The ring waits mostly for ${who}.`}`;
}
