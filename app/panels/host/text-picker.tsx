// A text file, dropped or chosen. It is read on this device.
import { useRef, useState } from 'react';
import { engineRoom, type TextFile } from '../../bridge/session/engine-room';
import { formatCount } from '../../bridge/words/format';
import css from './idx-picker.module.css';

export function TextPicker({
  file,
  onFile,
  expectedSha256,
}: {
  file: TextFile | undefined;
  onFile: (file: TextFile | undefined) => void;
  /** The room's own hash: another file is refused here, with the reason. */
  expectedSha256?: string;
}) {
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  /** Files are read beside each other: what was chosen last is shown, whichever is done last. */
  const latest = useRef(0);

  const take = async (chosen: File | undefined): Promise<void> => {
    const choice = ++latest.current;
    const isOutdated = (): boolean => choice !== latest.current;
    setIsReading(false);
    setProblem(undefined);
    onFile(undefined);
    if (!chosen) return;
    setIsReading(true);
    try {
      const engine = await engineRoom();
      const read = await engine.readTextFile(chosen);
      if (isOutdated()) return;
      if (!read.ok) setProblem(`${read.error.message[0].toUpperCase()}${read.error.message.slice(1)}.`);
      else if (expectedSha256 && read.value.sha256 !== expectedSha256)
        setProblem(
          `This is another file than the room’s: its hash begins ${read.value.sha256.slice(0, 8)}, the room’s ${expectedSha256.slice(0, 8)}.`,
        );
      else onFile(read.value);
    } catch {
      if (!isOutdated()) setProblem('The file could not be read. Choose it again.');
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
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p className={css.note}>Drop a plain text file here, gzipped or not, or choose it:</p>
      <label className={css.file}>
        <span>Text</span>
        <input type="file" onChange={(event) => void take(event.target.files?.[0])} />
      </label>
      <p
        className={problem ? `${css.note} ${css.bad}` : file ? `${css.note} ${css.good}` : css.note}
        role="status"
      >
        {isReading
          ? 'Reading …'
          : (problem ??
            (file
              ? `✓ ${file.name}: ${formatCount(file.characters)} characters, ${file.vocabulary} different ones.`
              : 'Nothing is uploaded: the file stays on this device.'))}
      </p>
    </div>
  );
}
