// Two IDX files, dropped together or chosen one by one: which is which is read from their names, and checked by the
// reader. They are read on this device.
import { useRef, useState } from 'react';
import { engineRoom, type IdxFiles } from '../../bridge/session/engine-room';
import { formatCount } from '../../bridge/words/format';
import css from './idx-picker.module.css';

/** Images and labels among dropped files, by name; undefined when they cannot be told apart. */
function pair(files: readonly File[]): { images: File; labels: File } | undefined {
  const labels = files.find((file) => /label|idx1/i.test(file.name));
  const images = files.find(
    (file) => file !== labels && (/image|idx3/i.test(file.name) || files.length === 2),
  );
  return images && labels ? { images, labels } : undefined;
}

export function IdxPicker({
  files,
  onFiles,
  expectedSha256,
}: {
  files: IdxFiles | undefined;
  onFiles: (files: IdxFiles | undefined) => void;
  /** The room's own hash: other files are refused here, with the reason. */
  expectedSha256?: string;
}) {
  const [images, setImages] = useState<File>();
  const [labels, setLabels] = useState<File>();
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  /** Files are read beside each other: what was chosen last is shown, whichever is done last. */
  const latest = useRef(0);

  const take = async (nextImages: File | undefined, nextLabels: File | undefined): Promise<void> => {
    const choice = ++latest.current;
    const isOutdated = (): boolean => choice !== latest.current;
    setIsReading(false);
    setImages(nextImages);
    setLabels(nextLabels);
    setProblem(undefined);
    onFiles(undefined);
    if (!nextImages || !nextLabels) return;
    setIsReading(true);
    try {
      const engine = await engineRoom();
      const read = await engine.readIdxFiles(nextImages, nextLabels);
      if (isOutdated()) return;
      if (!read.ok) setProblem(read.error.message);
      else if (expectedSha256 && read.value.sha256 !== expectedSha256)
        setProblem(
          `These are other files than the room’s: their hash begins ${read.value.sha256.slice(0, 8)}, the room’s ${expectedSha256.slice(0, 8)}.`,
        );
      else onFiles(read.value);
    } catch {
      if (!isOutdated()) setProblem('The files could not be read. Choose them again.');
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
        const dropped = pair([...event.dataTransfer.files]);
        if (dropped) void take(dropped.images, dropped.labels);
        else
          setProblem(
            'Drop two files together: the images and the labels, with “images” and “labels” in their names.',
          );
      }}
    >
      <p className={css.note}>Drop the two files here, gzipped or not, or choose them:</p>
      <div className={css.files}>
        <label className={css.file}>
          <span>Images</span>
          <input type="file" onChange={(event) => void take(event.target.files?.[0], labels)} />
        </label>
        <label className={css.file}>
          <span>Labels</span>
          <input type="file" onChange={(event) => void take(images, event.target.files?.[0])} />
        </label>
      </div>
      <p
        className={problem ? `${css.note} ${css.bad}` : files ? `${css.note} ${css.good}` : css.note}
        role="status"
      >
        {isReading
          ? 'Reading …'
          : (problem ??
            (files
              ? `✓ ${files.name}: ${formatCount(files.examples)} examples of ${files.inputShape.join(' × ')}, ${files.classes} classes.`
              : 'Nothing is uploaded: the files stay on this device.'))}
      </p>
    </div>
  );
}
