// The colour of each owner: one palette wherever a member's chunks are drawn. A position keeps its colour when others come.
// Okabe and Ito's eight first, made dark enough for paper (3:1), then eight more; a larger ring begins anew.

const ownerColours = {
  light: [
    '#0072b2',
    '#c27800',
    '#008a64',
    '#b8568f',
    '#2a8fc7',
    '#d04f00',
    '#857a00',
    '#5b4bb5',
    '#00808c',
    '#8f5a2a',
    '#d2386c',
    '#5a8a00',
    '#27468f',
    '#9a3fb0',
    '#66727f',
    '#a3242b',
  ],
  dark: [
    '#4aa8e0',
    '#e69f00',
    '#20bd8d',
    '#dd8fba',
    '#8ccdf2',
    '#f0803c',
    '#c9bd3a',
    '#9c8ff0',
    '#35bac4',
    '#c79260',
    '#f2799d',
    '#9ccc48',
    '#7f9fe8',
    '#cf86e0',
    '#a3afbc',
    '#ee7a76',
  ],
} as const;

export function ownerColour(position: number, isDark: boolean): string {
  const colours = ownerColours[isDark ? 'dark' : 'light'];
  return colours[position % colours.length];
}
