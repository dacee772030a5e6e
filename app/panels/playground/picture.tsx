// Numbers as a small picture of pixels, in the theme's own colours.
import { useEffect, useRef } from 'react';
import { useTheme } from '../../ui/use-theme';
import css from './playground.module.css';

type Scale =
  /** 0 … 1: paper to the colour of shares. */
  | 'share'
  /** −1 … 1: orange, paper, blue. */
  | 'signed'
  /** 0 … 1: paper to ink, or red, green and blue of three channels. */
  | 'ink';

type Rgb = readonly [number, number, number];

interface Props {
  width: number;
  height: number;
  channels?: number;
  values: Float32Array;
  scale: Scale;
  label: string;
}

export function Picture({ width, height, channels = 1, values, scale, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    const colour = colourOf(scale);
    for (let i = 0; i < width * height; i++) {
      const rgb: Rgb =
        channels === 3
          ? [byteOf(values[3 * i], scale), byteOf(values[3 * i + 1], scale), byteOf(values[3 * i + 2], scale)]
          : colour(values[i]);
      image.data.set([...rgb, 255], 4 * i);
    }
    context.putImageData(image, 0, 0);
  }, [width, height, channels, values, scale, theme]);
  return (
    <canvas
      ref={canvas}
      className={css.picture}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    />
  );
}

function byteOf(value: number, scale: Scale): number {
  return Math.round(255 * Math.min(1, Math.max(0, scale === 'signed' ? (value + 1) / 2 : value)));
}

function colourOf(scale: Scale): (value: number) => Rgb {
  if (scale === 'ink')
    return (value) => [255 - byteOf(value, scale), 255 - byteOf(value, scale), 255 - byteOf(value, scale)];
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): Rgb => rgbOf(style.getPropertyValue(name).trim());
  const [below, above, paper] = [token('--ramp-0'), token('--ramp-1'), token('--surface')];
  return (value) => {
    const end = value < 0 ? below : above;
    const share = Math.min(1, Math.abs(value));
    return [0, 1, 2].map((i) => paper[i] + (end[i] - paper[i]) * share) as unknown as Rgb;
  };
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.replace('#', ''), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
