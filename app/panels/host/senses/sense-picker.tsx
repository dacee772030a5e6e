// Examples from the camera or the microphone, by class. They become files in a folder per class, and are read as such: what
// follows is the same as for images and sounds that a person already has.
import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';
import { zipOf } from '../../../../src/base/zip';
import { pictureRecipe } from '../../../../src/data/import/camera-picture';
import { pictureTaken, soundTaken, type TakenExample } from '../../../../src/data/import/taken-example';
import type { LocalFiles } from '../../../bridge/session/engine-room';
import { Button } from '../../../ui/button';
import { download } from '../../../ui/download';
import type { Capture, Captured, Sense } from '../../senses/captured';
import { SenseStage } from '../../senses/sense-stage';
import { paceOf } from '../../senses/use-hold';
import { useSense } from '../../senses/use-sense';
import { FoundData } from '../found-data';
import { useImport } from '../use-import';
import { ClassCard } from './class-card';
import * as taken from './taken-classes';
import type { TakenClasses } from './taken-classes';
import { takenWords } from './taken-words';
import ui from '../../../ui/shape.module.css';
import css from './taken.module.css';

/** The files in which the examples of a sense are kept. */
const kinds = {
  camera: { folder: 'camera pictures', ending: 'png', recipe: pictureRecipe },
  microphone: { folder: 'microphone sounds', ending: 'wav', recipe: { kind: 'sounds' } },
} as const;

/** Kept while the page is open: a person may look at another choice, or begin another run with more examples. */
const kept = new Map<Sense, TakenClasses>();

function useTaken(sense: Sense): [TakenClasses, (change: (now: TakenClasses) => TakenClasses) => void] {
  const [classes, setClasses] = useState(() => kept.get(sense) ?? taken.noneTaken());
  const change = useCallback(
    (next: (now: TakenClasses) => TakenClasses): void => {
      const changed = next(kept.get(sense) ?? taken.noneTaken());
      kept.set(sense, changed);
      setClasses(changed);
    },
    [sense],
  );
  return [classes, change];
}

function exampleOf(captured: Captured): TakenExample {
  return captured.kind === 'frame'
    ? pictureTaken(captured.frame, captured.isMirrored)
    : soundTaken(captured.sound);
}

interface SensePickerProps {
  sense: Sense;
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
}

export default function SensePicker({ sense, files, onFiles }: SensePickerProps) {
  const [classes, change] = useTaken(sense);
  const handle = useSense(sense);
  // A function in a state is set by a function.
  const [capture, setCapture] = useState<Capture>();
  const onCapture = useCallback((next: Capture | undefined) => setCapture(() => next), []);
  const reader = useImport(onFiles, undefined);
  const words = takenWords(sense);
  const { folder, ending, recipe } = kinds[sense];
  const missing = taken.missing(classes);

  /** The last reading is of earlier data than those here now. */
  const edit = (next: (now: TakenClasses) => TakenClasses): void => {
    if (files || reader.progress) {
      reader.cancel();
      onFiles(undefined);
    }
    change(next);
  };
  const take = (id: number, isFirst: boolean): boolean => {
    const captured = capture?.();
    if (!captured) return false;
    const before = kept.get(sense);
    const example = exampleOf(captured);
    edit((now) => taken.withExample(now, id, example, isFirst));
    return kept.get(sense) !== before;
  };
  const use = (): void => {
    handle.turnOff();
    const given = taken.takenFiles(classes, ending).map(({ name, bytes }) => ({
      path: `${folder}/${name}`,
      file: new Blob([bytes]),
    }));
    void reader.run((desk, onProgress, signal) => desk.importFiles(given, recipe, onProgress, signal));
  };
  const save = (): void =>
    download(`${folder}.zip`, 'application/zip', new Blob([zipOf(taken.takenFiles(classes, ending))]));
  const last = classes.undoable.at(-1);

  return (
    <div className={ui.drop}>
      <p className={ui.quiet}>{words.privacy}</p>
      <SenseStage handle={handle} onCapture={onCapture} />
      <div className={css.cards}>
        {classes.classes.map((one) => (
          <ClassCard
            key={one.id}
            of={one}
            words={words}
            pace={paceOf[sense]}
            problem={taken.nameProblem(classes, one)}
            isReady={capture !== undefined}
            onTake={(isFirst) => take(one.id, isFirst)}
            onRename={(name) => edit((now) => taken.renamed(now, one.id, name))}
            onDelete={(id) => edit((now) => taken.withoutExample(now, one.id, id))}
            onRemove={
              classes.classes.length > taken.fewestClasses
                ? () => edit((now) => taken.withoutClass(now, one.id))
                : undefined
            }
          />
        ))}
      </div>
      <div className={ui.row}>
        {classes.classes.length < taken.mostClasses ? (
          <Button onClick={() => edit(taken.withClass)}>{t`Add a class`}</Button>
        ) : null}
        <Button disabled={!last} onClick={() => edit(taken.undone)}>
          {last
            ? last.what === 'took'
              ? words.undoTaking(t`“${{ name: last.name.trim() }}”`)
              : undoWords[last.what](t`“${{ name: last.name.trim() }}”`)
            : t`Undo`}
        </Button>
        <Button disabled={missing !== undefined} onClick={save}>
          {t`Save them as a ZIP file`}
        </Button>
        <Button disabled={missing !== undefined || reader.progress !== undefined} onClick={use}>
          {words.use}
        </Button>
      </div>
      <FoundData
        state={reader}
        files={files}
        idle={
          missing === 'name'
            ? t`A class needs another name.`
            : missing
              ? words.few(missing.name, missing.count)
              : words.idle
        }
      />
      <p className={ui.quiet}>{words.advice}</p>
    </div>
  );
}

const undoWords = {
  deleted: (called: string) => t`Undo the deletion from ${called}`,
  added: (called: string) => t`Undo adding ${called}`,
  removed: (called: string) => t`Undo removing ${called}`,
};
