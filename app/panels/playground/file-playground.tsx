// The playground of a saved run, without a ring: one that this device keeps, or any file.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { useCallback, useEffect, useState } from 'react';
import type { ModelFacts } from '../../../src/replica/page/player';
import { loadSavedRuns, type SavedRun } from '../../bridge/session/engine-room';
import { savedRunLine, savedRunTitle } from '../../bridge/words/saved-run-words';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/file-field';
import { useRunFileDrop } from '../host/use-run-file-drop';
import { ModelCard } from './model-card';
import { OtherModels } from './other-models';
import { Playground } from './playground';
import { usePlayground } from './use-playground';
import ui from '../../ui/shape.module.css';
import css from './playground.module.css';

export default function FilePlayground() {
  const state = usePlayground();
  const { player, setNow, refuse } = state;
  const drop = useRunFileDrop();
  const [kept, setKept] = useState<readonly SavedRun[]>([]);
  const [isReading, setIsReading] = useState(false);
  const hasModel = state.now !== undefined;
  useEffect(() => {
    let isOver = false;
    loadSavedRuns()
      .then((shelf) => shelf.keptRuns())
      .then(
        (runs) => !isOver && runs !== 'none here' && setKept(runs),
        () => undefined, // a file can still be chosen
      );
    return () => {
      isOver = true;
    };
  }, []);
  const open = useCallback(
    async (file: File, base?: Blob): Promise<void> => {
      if (!player) return;
      setIsReading(true);
      try {
        const facts: ModelFacts = await player.ask({ kind: 'open', side: 'now', file, base });
        setNow(facts, file.name);
      } catch (error) {
        refuse(saidOf(error), file, (given) => void open(file, given));
      }
      setIsReading(false);
    },
    [player, setNow, refuse],
  );
  useEffect(() => {
    const [first] = drop.files;
    if (first) void open(first.file as File);
  }, [drop.files, open]);
  return (
    <div className={ui.stack}>
      <section className={css.models} aria-label={t`Models to play with`}>
        {kept.map((run, index) => (
          <ModelCard
            key={run.name}
            title={savedRunTitle(run.facts)}
            sketch={hasModel ? undefined : 'run'}
            act={
              <Button
                kind={index === 0 && !hasModel ? 'primary' : 'plain'}
                onClick={() => void open(run.file)}
              >
                {t`Play with it`}
              </Button>
            }
          >
            {savedRunLine(run)}
          </ModelCard>
        ))}
        <OtherModels
          hasModel={hasModel}
          isNext={!hasModel && kept.length === 0}
          onOpen={(file) => void open(file)}
          onRefused={refuse}
        />
        <div className={`${ui.drop} ${drop.isOver ? ui.over : ''} ${css.ownFile}`}>
          <FileField
            label={t`Or a checkpoint file`}
            accept=".safetensors"
            isSingle
            onFiles={(list) => {
              const file = list?.[0];
              if (file) void open(file);
            }}
          />
          <p className={ui.quiet} role="status">
            {isReading
              ? t`Reading the whole file …`
              : t`Choose it, or drop it anywhere on this page. It stays on this device.`}
          </p>
        </div>
      </section>
      {hasModel || state.problem ? <Playground state={state} /> : null}
    </div>
  );
}
