// The fullest screens: no text lies over text, is cut off or broken, nothing moves by itself, and axe finds no violation.
// `npm run test:screens` looks at every screen and every state, at every width.
import { violationsOf } from './axe';
import { blankPage, expect, test } from './fixtures';
import { labPlaces, labStates, lastingFaults, movingParts, resize, showLabScreen } from './lab-screens';

/** What stands on each once its parts have come; all panels of all tabs. */
const states = [
  ['alarm', 'the learning rate rose'],
  ['no-quorum-host', 'Go on with these 2'],
  ['lesson-came', 'You expected something else'],
  ['lobby-12', 'Come in'],
] as const;

/** The places outside a ring with most names, words or alerts. */
const places = [
  ...['home-private', 'join-removed', 'check-two', 'network', 'watch-lesson'],
  ...['playground-digits', 'lesson-one-model-met'],
];

/** Words have the least room on a phone. */
const phone = 360;

const shown = [
  ...states.map(([name, words]) => ({ name, words, address: `/lab/screen/${name}?tab=all`, width: phone })),
  ...labPlaces
    .filter(({ name }) => places.includes(name))
    .map((place) => ({ ...place, words: undefined, width: 320 })),
];

// Two tests, for several workers.
for (const part of [0, 1])
  test(`the fullest screens are whole, still and free of violations, part ${part + 1} of 2`, async ({
    tabs,
  }) => {
    expect(labStates).toEqual(expect.arrayContaining(states.map(([name]) => name)));
    expect(shown).toHaveLength(states.length + places.length);
    const page = await tabs.open(blankPage);
    const found: string[] = [];
    for (const [index, { name, words, address, width }] of shown
      .filter((_, at) => at % 2 === part)
      .entries()) {
      await showLabScreen(page, address);
      if (words !== undefined) await expect(page.getByText(words).first()).toBeVisible();
      await resize(page, width);
      const faults = [...(await movingParts(page)), ...(await lastingFaults(page))];
      faults.push(...(await violationsOf(page, [[width, index % 2 === 0 ? 'light' : 'dark']])));
      found.push(...faults.map((fault) => `${name}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
