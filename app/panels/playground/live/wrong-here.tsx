// “Wrong here?”: the host says what the picture, or the second of sound, is that the model read wrongly.
import { t } from '@lingui/core/macro';
import { useContext } from 'react';
import type { Classified } from '../../../../src/replica/page/player';
import { Button } from '../../../ui/button';
import type { Sense } from '../../senses/captured';
import { paceOf, useHold } from '../../senses/use-hold';
import { liveWords } from './live-words';
import { MendContext } from './use-mend';
import ui from '../../../ui/shape.module.css';
import css from './live.module.css';

interface Props {
  sense: Sense;
  classNames: readonly string[];
  /** The model's last answer. */
  read: Classified | undefined;
}

/** The buttons of the right class; nothing where this device cannot add to the data. */
export function WrongHere({ sense, classNames, read }: Props) {
  const mend = useContext(MendContext);
  if (!mend) return null;
  const words = liveWords(sense);
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
        <strong>{t`Wrong here?`}</strong> <span className={ui.quiet}>{words.press}</span>
      </p>
      <div className={ui.row}>
        {classNames.map((name, label) => (
          <ClassButton
            key={label}
            name={name}
            everyMs={paceOf[sense].everyMs}
            isReady={read !== undefined}
            onTake={() => take(label)}
          />
        ))}
      </div>
      <p className={ui.quiet} role="status" data-waiting={mend.waiting > 0}>
        {words.way(mend)}
      </p>
      {mend.isSent ? <p className={ui.quiet}>{words.areSent}</p> : null}
    </div>
  );
}

interface ClassButtonProps {
  name: string;
  /** The answer is there already: only the next reading takes its time. */
  everyMs: number;
  isReady: boolean;
  onTake: () => boolean;
}

function ClassButton({ name, everyMs, isReady, onTake }: ClassButtonProps) {
  const { handlers } = useHold(onTake, { firstMs: 0, everyMs });
  return (
    <Button isSmall className={css.hold} disabled={!isReady} {...handlers}>
      {name}
    </Button>
  );
}
