// Starts a room: open or private, and what to learn. Then it enters the room. Host rights stay on this device.
import { t } from '@lingui/core/macro';
import { lazy, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { RunConfig } from '../../src/replica/protocol';
import { withWords } from '../bridge/session/page-language';
import { engineRoom, type LocalFiles, type Preset } from '../bridge/session/engine-room';
import { useAnswer } from '../bridge/session/use-answer';
import { useEngineWish } from '../bridge/session/device-memory';
import { linksQuery, useLinkWish } from '../bridge/session/link-wish';
import type { readSharedRun, SharedRun } from '../bridge/form/share-link';
import { engineOptions } from '../bridge/words/engine-options';
import { RunSettings } from '../panels/host/run-settings';
import { Button } from '../ui/button';
import { Problem, Segments, SelectField } from '../ui/field';
import { missingWords, openRoom } from './open-room';
import ui from '../ui/shape.module.css';
import css from './start.module.css';

/** Most people leave it as it is: it comes with all other settings. */
const LinkChoice = lazy(() => withWords(import('../panels/host/link-choice')));

export default function StartRoom() {
  const [, navigate] = useLocation();
  const [access, setAccess] = useState<'open' | 'private'>('open');
  const [wish, setWish] = useEngineWish();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const search = useSearch();
  const [onlyWebRtc, setOnlyWebRtc] = useLinkWish(search);
  const [startsOpen] = useState(onlyWebRtc);
  const [choices, retry] = useChoices(search);
  const place = useRef<HTMLDivElement>(null);
  const shared = typeof choices === 'string' ? undefined : sharedIn(choices);
  const isShared = shared !== undefined;
  // Who opens a link to settings came for them.
  useEffect(() => {
    if (isShared) place.current?.closest('section')?.scrollIntoView();
  }, [isShared]);

  const start = async (config: RunConfig, files: LocalFiles | undefined): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    const opened = await openRoom({ isOpen: access === 'open', config, files, engine: wish, onlyWebRtc });
    setIsBusy(false);
    if (opened.ok) navigate(opened.value);
    else setProblem(opened.why);
  };

  if (choices === 'loading')
    return (
      <p className={css.waiting} role="status">
        {t`Loading what can be trained …`}
      </p>
    );
  if (choices === 'missing')
    return (
      <div className={ui.fields}>
        <Problem>{missingWords()}</Problem>
        <Button onClick={retry}>{t`Try again`}</Button>
      </div>
    );
  return (
    <div ref={place}>
      <RunSettings
        key={choices.search}
        shared={shared}
        base={choices.presets[0].config}
        presets={choices.presets}
        submitText={isBusy ? t`Opening …` : t`Open the room`}
        isBusy={isBusy}
        startsOpen={startsOpen}
        alsoShared={linksQuery(onlyWebRtc)}
        onSubmit={(config, files) => void start(config, files)}
        more={
          <>
            <SelectField label={t`Compute on`} value={wish} options={engineOptions()} onChange={setWish} />
            <LinkChoice onlyWebRtc={onlyWebRtc} onChange={setOnlyWebRtc} />
          </>
        }
      >
        <Segments
          label={t`Who can come in`}
          isTall
          value={access}
          options={[
            ['open', t`Open: the code is enough`],
            ['private', t`Private: the whole link`],
          ]}
          onChange={setAccess}
        />
        <Problem>{problem}</Problem>
      </RunSettings>
    </div>
  );
}

interface Choices {
  readonly search: string;
  readonly presets: readonly Preset[];
  /** The reader of settings in a link is loaded only for a link that holds some. */
  readonly readShared: typeof readSharedRun | undefined;
}

async function loadChoices(search: string): Promise<Choices> {
  const [{ presets }, link] = await Promise.all([
    engineRoom(),
    new URLSearchParams(search).has('preset') ? withWords(import('../bridge/form/share-link')) : undefined,
  ]);
  return { search, presets, readShared: link?.readSharedRun };
}

function sharedIn({ search, presets, readShared }: Choices): SharedRun | undefined {
  return readShared?.(search, presets);
}

function useChoices(search: string): [Choices | 'loading' | 'missing', retry: () => void] {
  const [attempt, setAttempt] = useState(0);
  const load = () => loadChoices(search).catch(() => 'missing' as const);
  return [useAnswer(load, `${attempt} ${search}`, 'loading'), () => setAttempt(attempt + 1)];
}
