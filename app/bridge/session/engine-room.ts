// The UI's only way to the engine: the page's half of a replica. Each part is loaded when first needed, so that Home and Join
// stay small. Everything else that the UI knows comes through src/replica/protocol.ts.
import type { Imported } from '../../../src/replica/page/data-desk';

export type {
  FileProgress,
  GivenFile,
  HuggingFaceDataset,
  Origin,
  Recipe,
  RecipeWish,
} from '../../../src/replica/page/data-desk';
export type { EngineCheck } from '../../../src/replica/page/engine-check';
export type { BasedRun, GivenGpt, SavedRun } from '../../../src/replica/page/kept-runs';
export type { Preset } from '../../../src/replica/page/page';
export type { Features } from '../../../src/replica/transfer';
export type { WatchedRing } from '../../../src/replica/page/watch';
export { startPictureWorkers } from '../../../src/replica/page/picture-workers';
export { provideCommand } from '../../../src/replica/provide-files';

/** Files of this device that a run trains on. */
export type LocalFiles = Imported;

/** Each of these rejects when its chunk cannot be fetched; the next call tries again. */
export const engineRoom = loadOnce(() => import('../../../src/replica/page/page'));
/** The check of this device. */
export const loadTestBench = loadOnce(() => import('../../../src/replica/page/engine-check'));
/** Rooms, seen from outside. */
export const loadReception = loadOnce(() => import('../../../src/replica/page/room-news'));
/** All that opens connections. */
export const loadEntrance = loadOnce(() => import('../../../src/replica/page/entrance'));
/** A ring for a picture. */
export const loadPictureRing = loadOnce(() => import('../../../src/replica/page/demo-ring'));
/** The check of links. */
export const loadLinkTester = loadOnce(() => import('../../../src/replica/page/link-check'));
/** Data to train on. */
export const loadDataDesk = loadOnce(() => import('../../../src/replica/page/data-desk'));
/** The saved runs of this device. */
export const loadSavedRuns = loadOnce(() => import('../../../src/replica/page/kept-runs'));
/** Runs of new classes on the features of a saved one. */
export const loadTransfer = loadOnce(() => import('../../../src/replica/page/transfer'));
/** Rings of a lesson, in this page. */
export const loadLessonRings = loadOnce(() => import('../../../src/replica/page/lesson-ring'));
/** Watching a ring without being a replica of it. */
export const loadWatch = loadOnce(() => import('../../../src/replica/page/watch'));
/** The compiler of models. */
export const loadPlanner = loadOnce(() => import('../../../src/replica/describe-run'));

/** What each layer of a list gives and holds, and what does not fit. */
export const loadLayers = loadOnce(() => import('../../../src/replica/describe-layers'));

export type Entrance = Awaited<ReturnType<typeof loadEntrance>>;
export type DataDesk = Awaited<ReturnType<typeof loadDataDesk>>;
export type Planner = Awaited<ReturnType<typeof loadPlanner>>;

function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
