// The lobby: who is here, as a ring that grows, and what the next one adds to the batch.
import { plural, t } from '@lingui/core/macro';
import { batchParts } from '../../bridge/words/batch-parts';
import { firstParts, isOwn } from '../../bridge/words/batch-sharing';
import { formatCount } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown } from '../../bridge/session/session-context';
import { TaggedSentence } from '../../ui/tagged-sentence';
import { RingPanel } from './ring-panel';
import ui from '../../ui/shape.module.css';
import css from './lobby-panel.module.css';

export function LobbyPanel({ className }: { className?: string }) {
  const { series } = useSession();
  const shown = useShown();
  const { now, members } = participants(shown);
  // Own examples are shared by how many each brings, which the first step shows. Their sum is known.
  const examples = isOwn(shown.config)
    ? firstParts(shown).reduce((sum, part) => sum + part, 0)
    : batchParts(shown, series.last).examples;
  const isKnown = now !== undefined && examples > 0 && now === members;
  return (
    <div className={`${css.lobby} ${className ?? ''}`}>
      <p className={`${ui.card} ${css.sum}`} aria-live="polite">
        {isKnown ? (
          <TaggedSentence
            text={t`<0>${{ replicas: formatCount(now) }}</0> ${plural(now, { one: 'replica', other: 'replicas' })}: batch <1>${{ batch: formatCount(examples) }}</1>`}
            parts={[tickOf, tickOf]}
          />
        ) : (
          t`Gathering …`
        )}
      </p>
      <RingPanel />
    </div>
  );
}

/** Another number is another element, so that it ticks. */
function tickOf(words: string) {
  return (
    <span key={words} className={css.tick}>
      {words}
    </span>
  );
}
