// The host's way to end an open question of a lesson without waiting for those who do not answer.
import { t } from '@lingui/core/macro';
import { useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { useClassRun } from './class-runs';
import css from './question.module.css';

export function HostClose() {
  const isHost = useShownPart((shown) => shown.isHost);
  return isHost ? <Close /> : null;
}

function Close() {
  const { run } = useClassRun();
  return (
    <p className={css.row}>
      <Button isSmall onClick={() => run.close()}>
        {t`Close the question`}
      </Button>
      <span className={css.hint}>{t`It closes by itself once all others have answered.`}</span>
    </p>
  );
}
