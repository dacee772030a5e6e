// Play with a saved run: write, draw, move a point, compare before and after.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import FilePlayground from '../panels/playground/file-playground';
import { Frame } from './frame';
import ui from '../ui/shape.module.css';
import css from './playground.module.css';

export default function PlaygroundScreen() {
  return (
    <PlaygroundFrame>
      <FilePlayground />
    </PlaygroundFrame>
  );
}

export function PlaygroundFrame({ children }: { children: ReactNode }) {
  return (
    <Frame title={t`Playground`} isWide>
      <div className={ui.stack}>
        <h1>{t`Playground`}</h1>
        <p
          className={css.lead}
        >{t`Try a trained model: let it write, draw for it, see what it mistakes, and compare it with the model before training.`}</p>
        {children}
      </div>
    </Frame>
  );
}
