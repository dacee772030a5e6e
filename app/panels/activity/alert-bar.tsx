// What needs attention now, over the lower edge of the window. It moves nothing on the page and stays in view while
// scrolling. The user can hide it until the next alert.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useHostControls } from '../../bridge/session/host-controls';
import { formatValue } from '../../bridge/words/format';
import {
  holdAlert,
  readableMs,
  type Alert,
  type AlertAct,
  type HeldAlert,
} from '../../bridge/session/held-alert';
import { setView } from '../../bridge/session/view-settings';
import { Button } from '../../ui/button';
import css from './alert-bar.module.css';

export function AlertBar({ alert }: { alert: Alert | undefined }) {
  const held = useHeldAlert(alert);
  const [hidden, setHidden] = useState<string>();
  const [hasShown, setHasShown] = useState(false);
  useEffect(() => {
    if (held) setHasShown(true);
    else setHidden(undefined);
  }, [held]);
  const shown = held && hidden !== held.alert.cause ? held.alert : undefined;
  return (
    <div className={`${css.place} ${held || hasShown ? css.room : ''}`}>
      {shown ? (
        <div className={css.bar}>
          <p role="alert">
            <strong>{shown.title}</strong> {shown.text}
          </p>
          {shown.act ? <Act act={shown.act} onDone={() => setHidden(shown.cause)} /> : null}
          <Button isSmall onClick={() => setHidden(shown.cause)}>
            {t`Hide`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** A button that does the next step of the alert. */
function Act({ act, onDone }: { act: AlertAct; onDone: () => void }) {
  switch (act.kind) {
    case 'rate':
      return <RateAct rate={act.rate} onDone={onDone} />;
    case 'people':
      return (
        <Button
          kind="primary"
          isSmall
          onClick={() => {
            setView({ tab: 'people' });
            onDone();
          }}
        >
          {t`Show the members`}
        </Button>
      );
    default:
      return act satisfies never;
  }
}

function RateAct({ rate, onDone }: { rate: number; onDone: () => void }) {
  const controls = useHostControls();
  if (!controls || controls.live.learningRate === rate) return null;
  return (
    <Button
      kind="primary"
      isSmall
      onClick={() => {
        controls.send({ kind: 'set-learning-rate', learningRate: rate });
        onDone();
      }}
    >
      {t`Learning rate to ${{ rate: formatValue(rate) }}`}
    </Button>
  );
}

function useHeldAlert(alert: Alert | undefined): HeldAlert | undefined {
  const [held, setHeld] = useState(() => holdAlert(undefined, alert, performance.now()));
  const words = alert && JSON.stringify(alert); // every snapshot creates an equal alert again
  useEffect(() => {
    const current = words === undefined ? undefined : (JSON.parse(words) as Alert);
    const look = (): void => setHeld((before) => holdAlert(before, current, performance.now()));
    look();
    // An alert whose alarm is over goes, and a waiting one appears, once the first could be read.
    const timer = setInterval(look, readableMs / 8);
    return () => clearInterval(timer);
  }, [words]);
  return held;
}
