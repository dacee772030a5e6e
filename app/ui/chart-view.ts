// What charts with the same x axis share: where the crosshair is, and which part of the axis they show. A group is the
// kind of the axis; a chart with an axis of its own is a group of one.
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Range } from './zoom-range';

interface ChartView {
  /** The pointer in units of the axis; undefined: no crosshair. */
  readonly pointer: number | undefined;
  /** undefined: all of the data. */
  readonly zoom: Range | undefined;
}

const nothing: ChartView = { pointer: undefined, zoom: undefined };
const views = createStore<Readonly<Record<string, ChartView>>>(() => ({}));

export function usePointer(group: string): number | undefined {
  return useStore(views, (all) => all[group]?.pointer);
}

export function useZoom(group: string): Range | undefined {
  return useStore(views, (all) => all[group]?.zoom);
}

export function pointAt(group: string, pointer: number | undefined): void {
  change(group, { pointer });
}

export function pointerOf(group: string): number | undefined {
  return views.getState()[group]?.pointer;
}

export function zoomInto(group: string, zoom: Range | undefined): void {
  change(group, { zoom });
}

function change(group: string, part: Partial<ChartView>): void {
  views.setState((all) => ({ [group]: { ...(all[group] ?? nothing), ...part } }));
}
