// A picker of files on this device: a drop zone, one input per part, and a status line. It reads and checks the files, and
// refuses files with another hash than the room's.
import { useRef, useState } from 'react';
import type { Result } from '../../../src/base/result';
import { engineRoom, type EngineRoom, type LocalFiles } from '../../bridge/session/engine-room';
import { formatSentence } from '../../bridge/words/format';
import css from './file-picker.module.css';

/** What a picker asks for, and its words. */
export interface FileKind<Files extends LocalFiles> {
  readonly prompt: string;
  /** Labels of the inputs, one per file. */
  readonly parts: readonly string[];
  /** Puts dropped files in the order of `parts`; a sentence when that is not clear. */
  readonly sort: (dropped: readonly File[]) => readonly File[] | string;
  readonly read: (engine: EngineRoom, chosen: readonly File[]) => Promise<Result<Files, 'bad-file'>>;
  readonly describe: (files: Files) => string;
  /** Before the two hashes: 'This is another file than the room’s: its hash begins'. */
  readonly isAnother: string;
  readonly isUnreadable: string;
  readonly staysHere: string;
}

export function FilePicker<Files extends LocalFiles>({
  kind,
  files,
  onFiles,
  expectedSha256,
}: {
  kind: FileKind<Files>;
  files: Files | undefined;
  onFiles: (files: Files | undefined) => void;
  /** The hash of the room's files. */
  expectedSha256?: string;
}) {
  const [chosen, setChosen] = useState<readonly (File | undefined)[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  /** Several choices may be read at once: the result of the latest choice is shown, whichever ends last. */
  const latest = useRef(0);

  const choose = async (next: readonly (File | undefined)[]): Promise<void> => {
    const choice = ++latest.current;
    const isOutdated = (): boolean => choice !== latest.current;
    setIsReading(false);
    setChosen(next);
    setProblem(undefined);
    onFiles(undefined);
    const complete = next.filter((file) => file !== undefined);
    if (complete.length < kind.parts.length) return;
    setIsReading(true);
    try {
      const read = await kind.read(await engineRoom(), complete);
      if (isOutdated()) return;
      if (!read.ok) setProblem(formatSentence(read.error.message));
      else if (expectedSha256 && read.value.sha256 !== expectedSha256)
        setProblem(
          `${kind.isAnother} ${read.value.sha256.slice(0, 8)}, the room’s ${expectedSha256.slice(0, 8)}.`,
        );
      else onFiles(read.value);
    } catch {
      if (!isOutdated()) setProblem(kind.isUnreadable);
    } finally {
      if (!isOutdated()) setIsReading(false);
    }
  };

  return (
    <div
      className={`${css.picker} ${isOver ? css.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const sorted = kind.sort([...event.dataTransfer.files]);
        if (typeof sorted === 'string') setProblem(sorted);
        else void choose(sorted);
      }}
    >
      <p className={css.note}>{kind.prompt}</p>
      <div className={css.files}>
        {kind.parts.map((part, at) => (
          <label key={part} className={css.file}>
            <span>{part}</span>
            <input
              type="file"
              onChange={(event) => {
                const file = event.target.files?.[0];
                void choose(kind.parts.map((_, other) => (other === at ? file : chosen[other])));
              }}
            />
          </label>
        ))}
      </div>
      <p
        className={problem ? `${css.note} ${css.bad}` : files ? `${css.note} ${css.good}` : css.note}
        role="status"
      >
        {isReading ? 'Reading …' : (problem ?? (files ? `✓ ${kind.describe(files)}` : kind.staysHere))}
      </p>
    </div>
  );
}
