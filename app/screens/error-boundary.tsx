// The last resort: a screen that failed to draw, or whose chunk did not load, shows a Trouble with a next step.
import { Component, type ReactNode } from 'react';
import { FirstTrouble } from './first-trouble';
import { Frame } from './frame';
import { frameText } from '../text/frame';

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isChunk = /import|fetch|load/i.test(error.message);
    const again = (): void => location.reload();
    return (
      <Frame title={frameText.trouble}>
        <FirstTrouble
          code={isChunk ? 'engine-missing' : 'bug'}
          message={error.message.slice(0, 200)}
          onTryAgain={again}
        />
      </Frame>
    );
  }
}
