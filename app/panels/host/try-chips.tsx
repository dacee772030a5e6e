// What to try, as a row of chips beside the host's first controls.
import { t } from '@lingui/core/macro';
import type { HostControls } from '../../bridge/session/host-controls';
import { useTryOuts, type TryOut } from './try-outs';
import ui from '../../ui/shape.module.css';
import css from './host-panel.module.css';

export function TryChips({ controls }: { controls: HostControls }) {
  const { noise, slow, unplug, less, why, ask } = useTryOuts(controls);
  return (
    <div className={css.chips} role="group" aria-label={t`Try`}>
      <span className={`${ui.faint} ${css.try}`} aria-hidden="true">
        {t`Try`}
      </span>
      {[noise, slow, unplug, less].map((each) => (
        <Chip key={each.words} {...each} />
      ))}
      {why ? <span className={`${ui.faint} ${css.try}`}>{why}</span> : null}
      {ask}
    </div>
  );
}

function Chip({ words, does, isDisabled, isPressed, press }: TryOut) {
  return (
    <button
      type="button"
      className={css.chip}
      title={does}
      aria-description={does}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={press}
    >
      {words}
    </button>
  );
}
