// The last resort: what failed to draw, or whose chunk did not load, shows a Trouble with a next step. What failed to
// draw is drawn again by itself. A replica lives outside the screens, so a failed drawing says nothing about it, and
// claims nothing.
import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { currentSession } from '../bridge/session/current-session';
import { firstTroubleWords } from '../bridge/words/first-trouble';
import { Button } from '../ui/button';
import { FirstTrouble } from './first-trouble';
import { Frame } from './frame';

/** The wait from a failed drawing to the next one. Each failure doubles it. */
const firstWaitMs = 500;
const longestWaitMs = 30_000;

interface Props {
  readonly children: ReactNode;
  /** A part of a screen that has a frame already: the rest stays as it is. */
  readonly isPart?: boolean;
}

export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  #waitMs = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    // The browser keeps a failed import: only a new page asks for it again.
    if (isOfChunk(error)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#drawAgain, this.#waitMs);
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  readonly #drawAgain = (): void => this.setState({ error: undefined });

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isChunk = isOfChunk(error);
    const code = isChunk ? 'engine-missing' : 'not-drawn';
    const { title, label } = firstTroubleWords(code);
    const partTitle = isChunk ? title : t`This part of the page could not be drawn`;
    const again = isChunk ? (): void => location.reload() : this.#drawAgain;
    if (this.props.isPart)
      return (
        <p role="alert">
          {partTitle}.{' '}
          <Button isSmall onClick={again}>
            {label}
          </Button>
        </p>
      );
    return (
      <Frame title={t`Trouble`}>
        <FirstTrouble
          code={code}
          message={error.message.slice(0, 200)}
          safe={
            currentSession()
              ? t`Only the drawing failed. The replica of this page is not part of it.`
              : undefined
          }
          onTryAgain={again}
        />
      </Frame>
    );
  }
}

/** Browsers word it differently: 'Failed to fetch dynamically imported module', 'error loading dynamically imported
 *  module', 'Importing a module script failed'. */
function isOfChunk({ message }: Error): boolean {
  return /dynamically imported|module script|preload/i.test(message);
}
