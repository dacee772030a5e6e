// Play with a saved run: write, draw, move a point, compare before and after.
import type { ReactNode } from 'react';
import FilePlayground from '../panels/playground/file-playground';
import { Frame } from './frame';
import { pageText } from '../text/page';
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
    <Frame title={pageText.playground} isWide>
      <div className={css.screen}>
        <h1>{pageText.playground}</h1>
        <p className={css.lead}>{pageText.tryTrainedModel}</p>
        {children}
      </div>
    </Frame>
  );
}
