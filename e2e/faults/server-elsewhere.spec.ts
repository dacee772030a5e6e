// The page elsewhere than on its own server: on hosts of plain files, at the root of a name and below a path. It works as far
// as it can without a room server; what cannot work says so, in the person's language.
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { FaultRow } from './fault-row';
import { plainFiles, serve, type FileHost } from './file-host';

const folder = path.resolve(import.meta.dirname, '../../dist');

const inPage: readonly (readonly [at: string, shows: RegExp])[] = [
  ['/', /Step [1-9]/],
  ['/alone?replicas=2&preset=moons', /After step [1-9]\d* the training loss/],
  ['/lessons', /How a sum travels/],
  ['/lesson/how-a-sum-travels', /How a sum travels/],
  ['/calculator', /Each step takes/],
  ['/playground', /Train it and play/],
];
/** Only a host that sends our page for paths that are no files has these. */
const withCode = '/r/K7QM4PTX9';
const noRooms = {
  en: /There are no rooms at this address/,
  de: /Unter dieser Adresse gibt es keine Räume/,
  fr: /Il n’y a pas de salles à cette adresse/,
  es: /No hay salas en esta dirección/,
} as const;

const plainFilesWords = {
  en: /lies on a host of plain files/,
  de: /ohne Raumserver/,
  fr: /sans serveur des salles/,
  es: /sin servidor de salas/,
} as const;

const hosts: readonly Omit<FileHost, 'folder'>[] = [
  { below: '', otherwise: '404.html' },
  { below: '/lockstep', otherwise: '404.html' },
  { below: '/school/lockstep', otherwise: 'its own page' },
];

for (const host of hosts)
  test(`the build on a host of plain files, at ${host.below || 'its root'}, with ${host.otherwise}`, async ({
    page,
  }, info) => {
    const row = new FaultRow(info);
    const site = await serve(plainFiles({ folder, ...host }));
    const url = `http://127.0.0.1:${site.port}${host.below}`;
    const faults = watchFaults(page);
    try {
      for (const [at, shows] of inPage) {
        await page.goto(url + at);
        row.fact(at, String(shows), await shown(page, shows), await isShown(page, shows));
      }
      row.fact(
        'shared memory',
        'none',
        await page.evaluate(() => crossOriginIsolated),
        !(await isIsolated(page)),
      );
      // The way through the page: no address is asked for again.
      await page.goto(`${url}/`);
      await page.getByRole('link', { name: 'Lessons', exact: true }).click();
      await page
        .getByRole('link', { name: /How a sum travels|Open|Begin|Start/ })
        .first()
        .click();
      await expect(page).toHaveURL(`${url}/lesson/how-a-sum-travels`);
      if (host.otherwise === '404.html') {
        const watched = `${withCode}/watch`;
        for (const at of [withCode, watched, `${withCode}/project`]) {
          await page.goto(url + at);
          row.fact(at, String(noRooms.en), await shown(page, noRooms.en), await isShown(page, noRooms.en));
        }
        const unknown = /Nothing is at this address/;
        await page.goto(`${url}/no/such/place`);
        row.fact('/no/such/place', String(unknown), await shown(page, unknown), await isShown(page, unknown));
      }
      row.fact('errors of scripts', 'none', faults[0] ?? 'none', faults.length === 0);
    } finally {
      site.close();
    }
  });

for (const otherwise of ['its own page', 'index.html with 200'] as const)
  test(`rooms on a host of plain files that answers with ${otherwise}`, async ({ browser }, info) => {
    const row = new FaultRow(info);
    const site = await serve(plainFiles({ folder, below: '', otherwise }));
    const url = `http://127.0.0.1:${site.port}`;
    try {
      for (const [locale, words] of Object.entries(noRooms)) {
        const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
        const page = await context.newPage();
        // Somebody opens a room.
        await page.goto(`${url}/start`);
        await page.locator('form button[type=submit]').first().click();
        row.fact(
          `open a room, ${locale}`,
          String(words),
          await shown(page, words),
          await isShown(page, words),
        );
        // Somebody joins one, by its code on Home.
        await page.goto(`${url}/`);
        await page.locator('form input').first().fill('K7QM4PTX9');
        await page.keyboard.press('Enter');
        row.fact(`join, ${locale}`, String(words), await shown(page, words), await isShown(page, words));
        // Somebody checks the device.
        await page.goto(`${url}/check`);
        const absent = plainFilesWords[locale as keyof typeof plainFilesWords];
        row.fact(`check, ${locale}`, String(absent), await shown(page, absent), await isShown(page, absent));
        await context.close();
      }
    } finally {
      site.close();
    }
  });

/** Errors of scripts in the page. */
function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

/** Waits for the words; false when they have not come. */
async function isShown(page: Page, words: RegExp): Promise<boolean> {
  return expect(page.locator('body'))
    .toContainText(words, { timeout: 45_000 })
    .then(
      () => true,
      () => false,
    );
}

/** The words, else the beginning of what is there. */
async function shown(page: Page, words: RegExp): Promise<string> {
  const isThere = await isShown(page, words);
  const text = (await page.locator('main, body').last().innerText()).replace(/\s+/g, ' ');
  return isThere ? (words.exec(text)?.[0] ?? 'there') : text.slice(0, 60);
}

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);
