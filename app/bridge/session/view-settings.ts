// How this screen is drawn: theme, language, smoothing, axes. Stored on this device. None of it affects training.
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import * as v from 'valibot';
import { languages } from '../../words/languages';
import { read, write } from './device-memory';
import { maxSmoothing } from '../series/smoothing';

const storageKey = 'lockstep.view';

const schema = v.object({
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  smoothing: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(maxSmoothing)), 0.9),
  xAxis: v.fallback(v.picklist(['step', 'time', 'examples', 'bytes', 'flop']), 'step'),
  isLogLoss: v.fallback(v.boolean(), false),
  /** The x axis of all charts of the run. */
  isLogX: v.fallback(v.boolean(), false),
  /** Charts are as high as their outliers. */
  areOutliersShown: v.fallback(v.boolean(), false),
  /** The picture of Home does not move. */
  isHomeStill: v.fallback(v.boolean(), false),
  /** undefined: the browser's. */
  language: v.fallback(v.optional(v.picklist(languages)), undefined),
  /** The open tab of the dashboard, by its id; undefined: the first. */
  tab: v.fallback(v.optional(v.string()), undefined),
});

export type ViewSettings = v.InferOutput<typeof schema>;

function load(): ViewSettings {
  let kept: unknown = {};
  try {
    kept = JSON.parse(read(storageKey) ?? '{}');
  } catch {
    // damaged: use the defaults
  }
  return v.parse(schema, typeof kept === 'object' && kept !== null ? kept : {});
}

const settings = createStore<ViewSettings>(load);

export function useViewSettings(): ViewSettings {
  return useStore(settings);
}

export function viewSettings(): ViewSettings {
  return settings.getState();
}

export function setView(change: Partial<ViewSettings>): void {
  settings.setState(change);
  write(storageKey, JSON.stringify(settings.getState()));
  applyTheme();
}

/** Applies the theme before the first paint, and whenever the choice changes. */
export function applyTheme(): void {
  const { theme } = settings.getState();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
