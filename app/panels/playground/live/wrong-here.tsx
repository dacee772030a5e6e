// “Wrong here?”: the host says what the picture is that the model read wrongly.
import { plural, t } from '@lingui/core/macro';
import { useContext } from 'react';
import type { Classified } from '../../../../src/replica/page/player';
import { formatCount } from '../../../bridge/words/format';
import { Button } from '../../../ui/button';
import { useHold } from '../../camera/use-hold';
import { MendContext, type Mend } from './use-mend';
import ui from '../../../ui/shape.module.css';
import css from './live.module.css';

interface Props {
  classNames: readonly string[];
  /** The model's last answer. */
  read: Classified | undefined;
}

/** The buttons of the right class; nothing where this device cannot add to the data. */
export function WrongHere({ classNames, read }: Props) {
  const mend = useContext(MendContext);
  if (!mend) return null;
  const take = (label: number): boolean => {
    if (!read) return false;
    mend.add(
      Uint8Array.from(read.pixels, (value) => Math.round(255 * value)),
      label,
    );
    return true;
  };
  return (
    <div className={css.wrong} role="group" aria-label={t`Wrong here?`}>
      <p>
        <strong>{t`Wrong here?`}</strong>{' '}
        <span className={ui.quiet}>{t`Press what it is. Hold for several pictures.`}</span>
      </p>
      <div className={ui.row}>
        {classNames.map((name, label) => (
          <ClassButton key={label} name={name} isReady={read !== undefined} onTake={() => take(label)} />
        ))}
      </div>
      <p className={ui.quiet} role="status" data-waiting={mend.waiting > 0}>
        {wayWords(mend)}
      </p>
      {mend.isSent ? (
        <p className={ui.quiet}>{t`You send your data to members: they receive these pictures too.`}</p>
      ) : null}
    </div>
  );
}

function ClassButton({ name, isReady, onTake }: { name: string; isReady: boolean; onTake: () => boolean }) {
  const hold = useHold(onTake);
  return (
    <Button isSmall className={css.hold} disabled={!isReady} {...hold}>
      {name}
    </Button>
  );
}

function wayWords({ waiting, isUnderWay, added }: Mend): string {
  if (waiting > 0)
    return plural(
      { pictures: waiting },
      {
        one: `One picture goes to its class in a moment.`,
        other: `${{ count: formatCount(waiting) }} pictures go to their classes in a moment.`,
      },
    );
  if (isUnderWay) return t`The ring takes the pictures into its data …`;
  if (added === 0)
    return t`The picture goes to its class, and training goes on. Held-out examples stay as they are.`;
  return plural(
    { pictures: added },
    {
      one: `One picture was added so far. The ring trains on it.`,
      other: `${{ count: formatCount(added) }} pictures were added so far. The ring trains on them.`,
    },
  );
}
