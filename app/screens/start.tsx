// /start: for who teaches, or trains with others: what to learn, on which data and how; a saved run; a demo of another run.
import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { DeviceReport } from '../../src/replica/protocol';
import { withWords } from '../bridge/session/page-language';
import { DeviceBadge } from './device-badge';
import { Frame } from './frame';
import { TryAlone } from './try-alone';
import { useDevice } from './use-device';
import { usePreparedReplica } from './use-prepared-replica';
import ui from '../ui/shape.module.css';
import css from './start.module.css';

/** All settings of a run: those who join a room never see them. */
const StartRoom = lazy(() => withWords(import('./start-room')));
/** Most visitors have no saved run: what shows them loads after the rest. */
const ResumeRun = lazy(() => withWords(import('./resume-run')));

export default function StartScreen() {
  usePreparedReplica();
  return <StartView report={useDevice()} />;
}

export function StartView({ report }: { report: DeviceReport | 'probing' | 'unknown' }) {
  return (
    <Frame title={t`Teach or train with others`}>
      <div className={ui.stack}>
        <div>
          <h1>{t`Teach or train with others`}</h1>
          <p className={ui.soft}>
            {t`Open a room, and give its code to those who shall come: every device that joins helps to train one model.`}
          </p>
        </div>
        <div className={css.ways}>
          <section className={`${ui.card} ${css.way}`} aria-labelledby="start">
            <h2 id="start">{t`Start a room`}</h2>
            <Suspense
              fallback={
                <p className={css.waiting} role="status">
                  {t`Loading what can be trained …`}
                </p>
              }
            >
              <StartRoom />
            </Suspense>
          </section>
          <div className={ui.stack}>
            <section className={`${ui.card} ${css.way}`} aria-labelledby="lessons">
              <h2 id="lessons">
                <Link href="/lessons">{t`Lessons`}</Link>
              </h2>
              <p>{t`For a class: each of 20 or 45 minutes, with a page for the teacher. Predict, run, explain.`}</p>
            </section>
            <TryAlone report={report} />
            <Suspense fallback={null}>
              <ResumeRun />
            </Suspense>
            <section className={`${ui.card} ${css.way}`} aria-label={t`This device`}>
              <DeviceBadge report={report} />
            </section>
          </div>
        </div>
      </div>
    </Frame>
  );
}
