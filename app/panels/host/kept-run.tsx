// One of the saved runs that this device keeps. Most visitors have none.
import { t } from '@lingui/core/macro';
import { savedRunLine, savedRunTitle } from '../../bridge/words/saved-run-words';
import type { SavedRun } from '../../bridge/session/engine-room';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';

interface Props {
  run: SavedRun;
  onChoose: () => void;
  onForget: () => void;
}

export default function KeptRun({ run, onChoose, onForget }: Props) {
  return (
    <div className={css.run}>
      <div>
        <p className={css.title}>{savedRunTitle(run.facts)}</p>
        <p className={ui.quiet}>{savedRunLine(run)}</p>
      </div>
      <div className={css.actions}>
        <Button isSmall onClick={onChoose}>
          {t`Go on`}
        </Button>
        <Button kind="quiet" isSmall onClick={() => download(run.name, run.file.type, run.file)}>
          {t`Download`}
        </Button>
        <Button kind="quiet" isSmall onClick={onForget}>
          {t`Forget`}
        </Button>
      </div>
    </div>
  );
}
