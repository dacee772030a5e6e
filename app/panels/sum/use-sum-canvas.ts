// The canvas of a picture of a sum: as large as its place, in the colours of the theme, and painted without React.
import { useRef, type RefObject } from 'react';
import { textWidth } from '../../ui/text-width';
import { useSize } from '../../ui/use-size';
import { useTheme } from '../../ui/use-theme';
import { usualWays } from './drawn-ways';
import type { DrawnWay, SumWords } from './paint-column';
import { paintSum } from './paint-sum';
import { layoutOf, type SumLayout } from './sum-layout';
import { lookOf, type SumLook } from './sum-look';
import type { SumPlay } from './sum-play';

const begin = { width: 440, height: 320 };
const noWays: readonly DrawnWay[] = [];

interface Scene {
  readonly key: string;
  readonly layout: SumLayout;
  readonly look: SumLook;
  readonly names: readonly string[];
  readonly ways: readonly DrawnWay[];
}

export interface SumCanvas {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  draw(play: SumPlay, ms: number): void;
  /** It changes whenever the picture is to be drawn again. */
  readonly drawn: string;
}

interface Options {
  /** The ways between members that are not as usual. */
  readonly ways?: readonly DrawnWay[];
  /** The size of the smallest words, px. */
  readonly textPx?: number;
  /** The ring stands around a disc (sum-layout.ts). */
  readonly hasDisc?: boolean;
}

export function useSumCanvas(
  words: SumWords,
  { ways: known = noWays, textPx = 12, hasDisc = false }: Options = {},
): SumCanvas {
  const theme = useTheme();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(stage, begin);
  const scene = useRef<Scene>(undefined);
  const drawn = [width, height, theme, known, textPx].map(identity).join();

  const sceneOf = ({ sum }: SumPlay, element: HTMLCanvasElement): Scene => {
    const key = `${drawn} ${sum.way} ${identity(sum.members)}`;
    if (scene.current?.key === key) return scene.current;
    const layout = layoutOf(sum, { width, height }, textPx, hasDisc);
    const names = sum.members.map((member) =>
      fitted(words.nameOf(member), layout.card.width - 10, layout.nameSize),
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
    paintSum(context, { play, layout, ways }, state, look, words.textsOf(play, state, names));
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
