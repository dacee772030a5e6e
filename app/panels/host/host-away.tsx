// A line on every member's screen: the host is away, and what continues without it; or it is back.
import { hostWords } from '../../bridge/words/host-words';
import { useShownPart } from '../../bridge/session/session-context';
import css from './host-panel.module.css';

export default function HostAway() {
  const host = useShownPart((shown) => (shown.room?.isEnded ? undefined : shown.host));
  if (!host) return null;
  return (
    <p className={css.away} role="status">
      {hostWords(host)}
    </p>
  );
}
