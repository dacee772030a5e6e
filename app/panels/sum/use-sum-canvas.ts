// The canvas of a picture of a sum: as large as its place, in the colours of the theme, and painted without React.
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { textWidth } from '../../ui/text-width';
import { useSize } from '../../ui/use-size';
import { useTheme } from '../../ui/use-theme';
import { usualWays } from './drawn-ways';
import type { DrawnWay } from './paint-column';
import { paintSum } from './paint-sum';
import { pictureTexts } from './phase-sentences';
import { layoutOf, type SumLayout } from './sum-layout';
import { lookOf, type SumLook } from './sum-look';
import type { SumPlay } from './sum-play';

const begin = { width: 440, height: 320 };

interface Scene {
  readonly key: string;
  readonly layout: SumLayout;
  readonly look: SumLook;
  readonly names: readonly string[];
  readonly ways: readonly DrawnWay[];
}

/** `drawn` changes whenever the picture is to be drawn again. */
export function useSumCanvas(known: readonly DrawnWay[], textPx: number) {
  const theme = useTheme();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(stage, begin);
  const scene = useRef<Scene>(undefined);
  const drawn = [width, height, theme, known, textPx].map(identity).join();

  const sceneOf = ({ sum }: SumPlay, element: HTMLCanvasElement): Scene => {
    const key = `${drawn} ${sum.way} ${identity(sum.members)}`;
    if (scene.current?.key === key) return scene.current;
    const layout = layoutOf(sum, { width, height }, textPx);
    const names = sum.members.map(({ name, isSelf }) =>
      fitted(isSelf ? t`you` : name, layout.card.width - 10, layout.nameSize),
    );
    return (scene.current = { key, layout, look: lookOf(element), names, ways: usualWays(sum, known) });
  };
  const draw = (play: SumPlay, ms: number): void => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { layout, look, names, ways } = sceneOf(play, element);
    const density = Math.min(2, devicePixelRatio);
    const [wide, tall] = [Math.round(width * density), Math.round(height * density)];
    if (element.width !== wide || element.height !== tall) [element.width, element.height] = [wide, tall];
    context.setTransform(density, 0, 0, density, 0, 0);
    const state = play.at(ms);
    paintSum(context, { play, layout, ways }, state, look, pictureTexts(play, state, names));
  };
  return { stage, canvas, draw, drawn };
}

/** The name with as many letters as there is room for. */
function fitted(name: string, width: number, size: number): string {
  if (size === 0 || textWidth(name, size) * 1.06 <= width) return name;
  let shown = name;
  while (shown.length > 1 && textWidth(`${shown}…`, size) * 1.06 > width) shown = shown.slice(0, -1);
  return `${shown.trimEnd()}…`;
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** A number for an object that is the same as before. */
function identity(value: number | object): number {
  if (typeof value === 'number') return value;
  const known = ids.get(value) ?? ++lastId;
  ids.set(value, known);
  return known;
}
