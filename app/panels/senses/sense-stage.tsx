// The picture of a camera or of a microphone's sound, the switch that turns it on and off, and the reason why it is off.
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { CameraView } from './camera-view';
import type { Capture } from './captured';
import { senseTexts } from './sense-sentences';
import { changedWords, filled, whyWords } from './sense-texts';
import { SoundView } from './sound-view';
import type { SenseHandle } from './use-sense';
import ui from '../../ui/shape.module.css';
import css from './senses.module.css';

interface Props {
  handle: SenseHandle;
  /** The function that takes the current input; undefined: there is none. */
  onCapture: (capture: Capture | undefined) => void;
  /** The part beside the picture: what is made of it. */
  children?: ReactNode;
}

export function SenseStage({ handle: { sense, state, turnOn, turnOff }, onCapture, children }: Props) {
  const texts = useMemo(() => senseTexts(sense), [sense]);
  const [isSilent, setIsSilent] = useState(false);
  /** A camera without a picture goes off; a microphone may be unmuted. */
  const onSilent = useCallback(
    (isNow: boolean) => (sense === 'camera' && isNow ? turnOff({ kind: 'silent' }) : setIsSilent(isNow)),
    [sense, turnOff],
  );
  const View = sense === 'camera' ? CameraView : SoundView;
  const why =
    state.kind === 'off' && state.why
      ? whyWords(texts, state.why)
      : state.kind === 'on' && isSilent
        ? texts.why.silent
        : undefined;
  const changed = state.kind === 'on' ? changedWords(texts, state.changes) : undefined;
  return (
    <div className={css.stage}>
      <figure className={css.figure}>
        <div className={css.frame}>
          {state.kind === 'on' ? (
            <View open={state} label={texts.view} onCapture={onCapture} onSilent={onSilent} />
          ) : (
            <p className={`${ui.quiet} ${css.off}`} aria-hidden="true">
              {texts.isOff}
            </p>
          )}
        </div>
        {state.kind === 'on' && texts.axes ? (
          <figcaption className={ui.faint}>{texts.axes}</figcaption>
        ) : null}
      </figure>
      <div className={css.controls}>
        {state.kind === 'off' ? (
          <Button onClick={() => turnOn()}>{texts.turnOn}</Button>
        ) : (
          <Button onClick={() => turnOff()}>{state.kind === 'asking' ? texts.cancel : texts.turnOff}</Button>
        )}
        {state.kind === 'on' && state.others.length > 1 ? (
          <SelectField
            label={texts.device}
            value={state.deviceId}
            options={state.others.map(
              ({ id, name }, at) => [id, name || filled(texts.unnamed, { number: String(at + 1) })] as const,
            )}
            onChange={turnOn}
          />
        ) : null}
        <p className={why ? ui.problem : ui.quiet} role="status">
          {why ?? (state.kind === 'asking' ? texts.asking : state.kind === 'on' ? texts.isOn : texts.isOff)}
        </p>
        {changed ? <p className={ui.problem}>{changed}</p> : null}
        {children}
      </div>
    </div>
  );
}
