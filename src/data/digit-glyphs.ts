// How people draw the ten digits, with several habits for each. A glyph is a list of strokes. A stroke is a list of
// points x, y in a box of 0 … 1 (y downwards), joined by a smooth curve. Where one stroke ends and the next begins is
// a corner: equal points move together.

export interface Glyph {
  /** Width of the box ÷ its height. */
  readonly aspect: number;
  readonly strokes: readonly (readonly number[])[];
}

export const digitGlyphs: readonly (readonly Glyph[])[] = [
  [
    // 0: round; narrow; closed with an overshoot; begun on the right
    glyph(0.75, '.5 0 .14 .18 .05 .5 .18 .85 .5 1 .84 .84 .95 .5 .84 .15 .5 0'),
    glyph(0.5, '.55 0 .15 .2 .05 .6 .25 .95 .6 .98 .9 .7 .92 .3 .55 0'),
    glyph(0.7, '.62 .03 .25 .1 .05 .5 .2 .88 .5 1 .85 .8 .94 .4 .72 .08 .35 .06'),
    glyph(0.85, '.9 .2 .5 0 .12 .22 .06 .6 .35 .98 .8 .88 .97 .5 .86 .14'),
  ],
  [
    // 1: a bar; with a flag; with flag and foot; a curved bar
    glyph(0.3, '.5 0 .5 .5 .5 1'),
    glyph(0.4, '.05 .25 .7 0', '.7 0 .68 .5 .65 1'),
    glyph(0.5, '.15 .2 .5 0', '.5 0 .5 1', '.05 1 .95 1'),
    glyph(0.3, '.6 0 .45 .35 .5 .7 .45 1'),
  ],
  [
    // 2: with a straight foot; with a loop; swan-necked
    glyph(0.7, '.06 .25 .28 .03 .68 .02 .88 .26 .7 .55 .35 .82 .04 1', '.04 1 .5 .98 .96 .99'),
    glyph(0.75, '.12 .2 .4 0 .78 .1 .8 .4 .5 .75 .16 .97 .05 .86 .22 .78 .55 .92 .97 .94'),
    glyph(0.65, '.1 .12 .5 0 .9 .2 .72 .5 .1 .97', '.1 .97 .95 .95'),
    glyph(0.8, '.05 .35 .2 .08 .55 0 .8 .2 .72 .5 .42 .8 .1 .95 .45 .9 .7 1 .98 .88'),
  ],
  [
    // 3: two bows; flat-topped; bows with a little loop between
    glyph(0.65, '.08 .14 .4 0 .8 .1 .78 .36 .38 .47', '.38 .47 .82 .57 .92 .8 .56 1 .04 .88'),
    glyph(0.65, '.08 .03 .85 .02', '.85 .02 .42 .42', '.42 .42 .85 .52 .9 .82 .5 1 .06 .9'),
    glyph(0.7, '.1 .1 .5 0 .85 .18 .62 .42 .35 .48 .45 .42 .75 .52 .9 .75 .6 .98 .1 .95'),
  ],
  [
    // 4: open; closed; curved and open; narrow with a low bar
    glyph(0.7, '.22 0 .08 .58', '.08 .58 .95 .55', '.74 .1 .7 .55 .68 1'),
    glyph(0.75, '.7 0 .35 .35 .04 .66', '.04 .66 .97 .64', '.7 0 .69 .5 .67 1'),
    glyph(0.65, '.12 .02 .06 .36 .25 .54 .6 .5 .84 .38', '.88 0 .82 .4 .78 1'),
    glyph(0.6, '.3 0 .2 .35 .05 .62 .4 .66 .98 .6', '.8 .25 .75 .6 .72 1'),
  ],
  [
    // 5: square-shouldered; one flowing stroke; hat drawn last, apart
    glyph(0.65, '.9 .02 .2 .04', '.2 .04 .14 .45', '.14 .45 .5 .36 .9 .58 .84 .88 .45 1 .04 .9'),
    glyph(0.65, '.92 .02 .5 .02 .24 .1 .2 .36 .52 .45 .84 .64 .76 .92 .4 1 .06 .92'),
    glyph(0.7, '.25 .08 .18 .46 .5 .42 .85 .6 .82 .88 .5 1 .08 .95', '.3 .04 .97 0'),
  ],
  [
    // 6: round belly; straight back; small belly
    glyph(0.65, '.72 0 .32 .24 .08 .64 .24 .95 .6 1 .9 .78 .72 .54 .4 .55 .12 .76'),
    glyph(0.6, '.6 0 .2 .42 .06 .76 .35 1 .78 .95 .88 .7 .55 .55 .12 .78'),
    glyph(0.55, '.85 .04 .45 .12 .12 .5 .1 .85 .45 1 .85 .88 .8 .66 .45 .62 .14 .82'),
  ],
  [
    // 7: plain; crossed; with a serif; bent back
    glyph(0.65, '.04 .04 .92 .02', '.92 .02 .6 .45 .38 1'),
    glyph(0.7, '.04 .04 .94 .03', '.94 .03 .65 .45 .4 1', '.25 .52 .85 .48'),
    glyph(0.65, '.06 .2 .08 .03', '.08 .03 .9 .04', '.9 .04 .58 .5 .45 1'),
    glyph(0.6, '.02 .1 .4 .04 .9 .02 .75 .35 .58 .65 .55 1'),
  ],
  [
    // 8: one stroke, crossing itself; two rings; begun at the waist
    glyph(0.6, '.78 .1 .45 0 .16 .18 .38 .42 .76 .62 .84 .86 .5 1 .16 .86 .24 .62 .6 .42 .86 .2 .74 .06'),
    glyph(0.6, '.5 0 .2 .1 .2 .35 .5 .46 .8 .35 .8 .1 .5 0', '.5 .46 .1 .6 .1 .88 .5 1 .9 .88 .9 .6 .5 .46'),
    glyph(0.55, '.48 .5 .14 .3 .3 .02 .72 .02 .86 .28 .5 .5 .1 .75 .3 .99 .74 .98 .9 .74 .48 .5'),
  ],
  [
    // 9: straight tail; hooked tail; one stroke
    glyph(0.6, '.88 .2 .55 0 .12 .14 .12 .42 .5 .5 .88 .2', '.88 .2 .84 .6 .74 1'),
    glyph(0.6, '.86 .2 .5 0 .12 .18 .16 .44 .54 .48 .86 .2', '.86 .2 .9 .56 .7 .92 .34 1 .08 .88'),
    glyph(0.55, '.9 .12 .5 0 .1 .16 .12 .4 .5 .46 .84 .3 .92 .1 .84 .5 .6 1'),
  ],
];

/** Each stroke as its points, x and y by turns. */
function glyph(aspect: number, ...strokes: readonly string[]): Glyph {
  return { aspect, strokes: strokes.map((points) => points.split(' ').map(Number)) };
}
