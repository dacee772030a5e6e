// The league of runs: the fastest first, the leanest marked, each with what sets it apart from the others.
import { expect, test } from 'vitest';
import { markupAt, textOf, unsaid } from '../testing/drawn-panel';
import LeaguePanel from './league-panel';

const panels = { league: <LeaguePanel /> };

test('its sentences follow the language of the page', async () => {
  const said = {
    en: 'Which run reaches a loss of 0.200 first? Run 3 was fastest: 9.80 s. Run 5 sent the fewest bytes: 331 kB.',
    de: 'Welcher Lauf erreicht zuerst einen Verlust von 0,200? Lauf 3 war am schnellsten: 9,80 s. Lauf 5 hat die wenigsten Bytes gesendet: 331 kB.',
    fr: 'L’essai 3 a été le plus rapide : 9,80 s. L’essai 5 a envoyé le moins d’octets : 331 ko.',
  };
  expect(await unsaid([{ panel: 'league', state: 'league', ...said }], panels)).toEqual([]);
});

test('the fastest is first, the leanest marked, each with what sets it apart', () => {
  const drawn = markupAt('league', panels.league);
  const [, ...rows] = [...drawn.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) => textOf(row));
  expect(rows).toHaveLength(4);
  // The rows of the state: 9.8, 12.9, 14.1 and 18.4 s; run 5 sent the fewest bytes.
  expect(rows[0]).toMatch(/^3 9\.80 s fastest .* sent as 8 bits/);
  expect(rows[1]).toMatch(/^2 12\.9 s /);
  expect(rows[2]).toMatch(/^5 14\.1 s 331 kB fewest .* changed on the way/);
  expect(rows[3]).toMatch(/^1 18\.4 s .* learning rate 0\.0300/);
  // What all four share sets none apart.
  expect(rows.join(' ')).not.toMatch(/SGD|4,482|overlap/);
  expect(rows.join(' ').match(/fastest|fewest/g)).toEqual(['fastest', 'fewest']);
});
