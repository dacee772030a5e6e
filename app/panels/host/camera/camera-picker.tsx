// Pictures from the camera, by class. They become files in a folder per class, and are read as such: what follows is the
// same as for images that a person already has.
import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';
import { zipOf } from '../../../../src/base/zip';
import { pictureOf, pictureRecipe } from '../../../../src/data/import/camera-picture';
import { pictureFile } from '../../../../src/data/import/picture-file';
import type { LocalFiles } from '../../../bridge/session/engine-room';
import { Button } from '../../../ui/button';
import { download } from '../../../ui/download';
import { FoundData } from '../found-data';
import { useImport } from '../use-import';
import { CameraStage } from '../../camera/camera-stage';
import { grabFrame } from '../../camera/grab-frame';
import { useCamera } from '../../camera/use-camera';
import { ClassCard } from './class-card';
import * as taken from './picture-classes';
import type { Pictures } from './picture-classes';
import ui from '../../../ui/shape.module.css';
import css from './pictures.module.css';

const folder = 'camera pictures';

/** Kept while the page is open: a person may look at another choice, or begin another run with more pictures. */
let kept: Pictures | undefined;

function usePictures(): [Pictures, (change: (now: Pictures) => Pictures) => void] {
  const [pictures, setPictures] = useState(() => (kept ??= taken.noPictures()));
  const change = useCallback((next: (now: Pictures) => Pictures): void => {
    kept = next(kept ?? taken.noPictures());
    setPictures(kept);
  }, []);
  return [pictures, change];
}

interface CameraPickerProps {
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
}

export default function CameraPicker({ files, onFiles }: CameraPickerProps) {
  const [pictures, change] = usePictures();
  const camera = useCamera();
  const { state, turnOff } = camera;
  const [video, setVideo] = useState<HTMLVideoElement>();
  const reader = useImport(onFiles, undefined);
  const missing = taken.missing(pictures);
  const isMirrored = state.kind === 'on' && state.isMirrored;

  /** What was read before is not what is here now. */
  const edit = (next: (now: Pictures) => Pictures): void => {
    if (files || reader.progress) {
      reader.cancel();
      onFiles(undefined);
    }
    change(next);
  };
  const take = (id: number, isFirst: boolean): boolean => {
    const frame = video && grabFrame(video);
    if (!frame) return false;
    const before = kept;
    const pixels = pictureOf(frame, isMirrored);
    edit((now) => taken.withPicture(now, id, pixels, isFirst));
    return kept !== before;
  };
  const use = (): void => {
    turnOff();
    const given = taken.pictureFiles(pictures).map(({ path, pixels }) => ({
      path: `${folder}/${path}`,
      file: new Blob([pictureFile(pixels)], { type: 'image/png' }),
    }));
    void reader.run((desk, onProgress, signal) => desk.importFiles(given, pictureRecipe, onProgress, signal));
  };
  const save = (): void => {
    const packed = taken
      .pictureFiles(pictures)
      .map(({ path, pixels }) => ({ name: path, bytes: pictureFile(pixels) }));
    download(`${folder}.zip`, 'application/zip', new Blob([zipOf(packed)]));
  };
  const last = pictures.undoable.at(-1);

  return (
    <div className={ui.drop}>
      <p
        className={ui.quiet}
      >{t`The pictures stay on this device. In a room the members receive them only if you press “Send my data to members” there: then every member who asks gets them all, and keeps them.`}</p>
      <CameraStage camera={camera} onVideo={setVideo} />
      <div className={css.cards}>
        {pictures.classes.map((one) => (
          <ClassCard
            key={one.id}
            of={one}
            problem={taken.nameProblem(pictures, one)}
            isReady={video !== undefined && state.kind === 'on'}
            onTake={(isFirst) => take(one.id, isFirst)}
            onRename={(name) => edit((now) => taken.renamed(now, one.id, name))}
            onDelete={(id) => edit((now) => taken.withoutPicture(now, one.id, id))}
            onRemove={
              pictures.classes.length > taken.fewestClasses
                ? () => edit((now) => taken.withoutClass(now, one.id))
                : undefined
            }
          />
        ))}
      </div>
      <div className={ui.row}>
        {pictures.classes.length < taken.mostClasses ? (
          <Button onClick={() => edit(taken.withClass)}>{t`Add a class`}</Button>
        ) : null}
        <Button disabled={!last} onClick={() => edit(taken.undone)}>
          {last ? undoWords[last.what](t`“${{ name: last.name.trim() }}”`) : t`Undo`}
        </Button>
        <Button disabled={missing !== undefined} onClick={save}>
          {t`Save them as a ZIP file`}
        </Button>
        <Button disabled={missing !== undefined || reader.progress !== undefined} onClick={use}>
          {t`Use these pictures`}
        </Button>
      </div>
      <FoundData
        state={reader}
        files={files}
        idle={missing ?? t`Enough to learn from. Take more, or press “Use these pictures”.`}
      />
      <p
        className={ui.quiet}
      >{t`A reload of the page forgets the pictures, and a saved run does not hold them: save them as a ZIP file, which “Your own files” reads. Pictures of one moment look alike, so that some held out beside others of that moment are easy: take them from several sides.`}</p>
    </div>
  );
}

const undoWords: Readonly<Record<Pictures['undoable'][number]['what'], (called: string) => string>> = {
  took: (called) => t`Undo the last pictures of ${called}`,
  deleted: (called) => t`Undo the deletion from ${called}`,
  added: (called) => t`Undo adding ${called}`,
  removed: (called) => t`Undo removing ${called}`,
};
