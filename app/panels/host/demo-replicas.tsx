// How many replicas a demo ring has: one more is started in this page, and one fewer is unplugged.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { othersOf } from '../../bridge/form/try-out';
import { mostDemoReplicas } from '../../bridge/session/alone-link';
import { addDemoReplica } from '../../bridge/session/enter-room';
import type { HostControls } from '../../bridge/session/host-controls';
import { useSession } from '../../bridge/session/session-context';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import ui from '../../ui/shape.module.css';
import css from './play-row.module.css';

/** A replica that has not come by then is not waited for. */
const comesWithinMs = 15_000;

export function DemoReplicas({ controls: { live, send } }: { controls: HostControls }) {
  const session = useSession();
  const others = othersOf(live);
  const now = others.length + 1;
  // One on its way: the next press waits for it.
  const [awaited, setAwaited] = useState<number>();
  const isComing = awaited !== undefined && now < awaited;
  useEffect(() => {
    if (awaited === undefined) return;
    const timer = setTimeout(() => setAwaited(undefined), comesWithinMs);
    return () => clearTimeout(timer);
  }, [awaited]);
  const last = others.at(-1);
  return (
    <div className={css.replicas} role="group" aria-label={t`Replicas`}>
      <span className={ui.label} aria-hidden="true">{t`Replicas`}</span>
      <span className={css.count}>
        <Button
          isSmall
          aria-label={t`One replica fewer`}
          disabled={last === undefined || isComing || live.phase.kind !== 'training'}
          onClick={() => last && send({ kind: 'unplug', peer: last.id })}
        >
          −
        </Button>
        <strong role="status">{formatCount(isComing ? awaited : now)}</strong>
        <Button
          isSmall
          aria-label={t`One replica more`}
          disabled={now >= mostDemoReplicas || isComing}
          onClick={() => {
            setAwaited(now + 1);
            addDemoReplica(session).catch(() => setAwaited(undefined));
          }}
        >
          +
        </Button>
      </span>
    </div>
  );
}
