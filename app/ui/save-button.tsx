// A quiet button that asks for something to save. Where nothing comes, it says so, and a press asks again.
import { useState } from 'react';
import { Button } from './button';

interface Props {
  words: string;
  failedWords: string;
  title?: string;
  onSave: () => Promise<void>;
}

export function SaveButton({ words, failedWords, title, onSave }: Props) {
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready');
  const save = (): void => {
    setState('asking');
    onSave().then(
      () => setState('ready'),
      () => setState('failed'),
    );
  };
  return (
    <Button kind="quiet" isSmall disabled={state === 'asking'} title={title} onClick={save}>
      {state === 'failed' ? failedWords : words}
    </Button>
  );
}
