// The camera’s picture, what turns it on and off, and why it is off.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { CameraView } from './camera-view';
import type { Camera } from './use-camera';
import ui from '../../ui/shape.module.css';
import css from './camera.module.css';

interface Props {
  camera: Camera;
  onVideo: (video: HTMLVideoElement | undefined) => void;
  /** The part beside the picture: what is made of it. */
  children?: ReactNode;
}

export function CameraStage({ camera: { state, turnOn, turnOff }, onVideo, children }: Props) {
  return (
    <div className={css.stage}>
      <div className={css.frame}>
        {state.kind === 'on' ? (
          <CameraView
            stream={state.stream}
            isMirrored={state.isMirrored}
            onVideo={onVideo}
            onSilent={turnOff}
          />
        ) : (
          <p className={`${ui.quiet} ${css.off}`} aria-hidden="true">
            {t`The camera is off`}
          </p>
        )}
      </div>
      <div className={css.controls}>
        {state.kind === 'off' ? (
          <Button onClick={() => turnOn()}>{t`Turn the camera on`}</Button>
        ) : (
          <Button onClick={() => turnOff()}>
            {state.kind === 'asking' ? t`Cancel` : t`Turn the camera off`}
          </Button>
        )}
        {state.kind === 'on' && state.others.length > 1 ? (
          <SelectField
            label={t`Camera`}
            value={state.deviceId}
            options={state.others.map(({ id, name }) => [id, name] as const)}
            onChange={turnOn}
          />
        ) : null}
        <p className={state.kind === 'off' && state.why ? ui.problem : ui.quiet} role="status">
          {state.kind === 'asking'
            ? t`Your browser asks you whether this page may use the camera.`
            : state.kind === 'on'
              ? t`The camera is on. It goes off when you leave this page or hide it.`
              : (state.why ?? t`The camera is off.`)}
        </p>
        {children}
      </div>
    </div>
  );
}
