// The ways on after a run: play with the model, the next lesson, and the result to share.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { lessonIds } from '../lessons/core/lesson';
import { lessonTitles } from '../lessons/titles';
import { useSession, useShownPart } from '../bridge/session/session-context';
import { withWords } from '../bridge/session/page-language';
import { formatR2 } from '../bridge/words/amount-words';
import { formatCount, formatPercent, formatValue } from '../bridge/words/format';
import { dataWords, hasAmounts } from '../bridge/words/run-words';
import { RunLink } from '../panels/host/run-panel';
import { Button, buttonClass } from '../ui/button';
import { download } from '../ui/download';
import { SaveButton } from '../ui/save-button';
import ui from '../ui/shape.module.css';

/** One column has them above all else: what the ring made is below the first window. */
export function WaysOn({ onPlay }: { onPlay: () => void }) {
  return (
    <div className={ui.row}>
      <Button kind="primary" onClick={onPlay}>
        {t`Play with it`}
      </Button>
      <NextLesson />
      <SharePicture />
      <RunLink />
    </div>
  );
}

/** The ways on after the lesson that the host asked of. */
function NextLesson() {
  const asks = useShownPart(({ question }) => question?.asks);
  if (asks?.kind !== 'lesson') return null;
  const at = lessonIds.findIndex((id) => id === asks.lesson);
  const next = lessonIds.at(at + 1);
  if (at < 0 || next === undefined) return null;
  return (
    <Link className={buttonClass()} href={`/lesson/${next}`}>
      {t`Next lesson: ${{ title: lessonTitles[next]().title }}`}
    </Link>
  );
}

function SharePicture() {
  const session = useSession();
  const config = useShownPart((shown) => shown.config);
  const step = useShownPart((shown) => shown.step);
  const validation = useShownPart((shown) => shown.validation);
  const [isShared] = useState(() => 'share' in navigator && 'canShare' in navigator);
  const save = async (): Promise<void> => {
    const { resultPicture } = await withWords(import('./result-picture'));
    const picture = await resultPicture(session.store.getState().sample, session.series, {
      title: config ? dataWords(config.data) : t`One model`,
      detail:
        validation && hasAmounts(config)
          ? t`${{ steps: formatCount(step) }} steps as one ring. Held out: R² ${{ r2: formatR2(validation.r2) }}, loss ${{ loss: formatValue(validation.loss) }}.`
          : validation
            ? t`${{ steps: formatCount(step) }} steps as one ring. Held out: ${{ right: formatPercent(validation.accuracy) }} right, loss ${{ loss: formatValue(validation.loss) }}.`
            : t`${{ steps: formatCount(step) }} steps as one ring.`,
      loss: t`Training loss, smoothed`,
    });
    const file = new File([picture], 'lockstep-result.png', { type: 'image/png' });
    if (isShared && navigator.canShare({ files: [file] })) return share(file);
    download(file.name, file.type, picture);
  };
  return (
    <SaveButton words={t`Share as a picture`} failedWords={t`No picture came: try again`} onSave={save} />
  );
}

/** A person may close the system’s dialog: nothing is shared then, and nothing has failed. */
async function share(file: File): Promise<void> {
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}
