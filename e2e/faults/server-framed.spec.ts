// Lockstep in a frame of another site, as learning platforms show it: refused unless FRAME_ANCESTORS names the site; then a
// person joins a room there and trains, also where the browser keeps nothing for frames.
import { expect, test, type Frame, type Page } from '@playwright/test';
import { ServerProcess } from '../../src/server/testing/server-process';
import { createRoom, order, pressJoin, untilMoreSteps, untilPhase, untilWorldSize } from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { serve } from './file-host';

const framing = (url: string): string =>
  `<!doctype html><title>School</title><iframe src="${url}" width="900" height="700" allow="camera; microphone; screen-wake-lock; clipboard-write"></iframe>`;

test('the page in a frame of another site', async ({ page, context }, info) => {
  const row = new FaultRow(info);
  let framed = '';
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(framing(framed));
  });
  // Another host name is another site.
  const school = `http://localhost:${site.port}`;
  try {
    for (const [ancestors, demanded] of [
      ['', 'refused'],
      ['http://moodle.example', 'refused'],
      [school, 'shown'],
    ] as const) {
      const server = await ServerProcess.start({ env: { FRAME_ANCESTORS: ancestors } });
      framed = `${server.url}/lessons`;
      await page.goto(school);
      const seen = await whatIsFramed(page, server.url);
      const name = ancestors === school ? 'its origin' : ancestors;
      row.fact(`FRAME_ANCESTORS=${name}`, demanded, seen, seen === demanded);
      if (demanded === 'shown') await joinInFrame(server.url);
      await server.stop();
    }
  } finally {
    site.close();
  }

  async function joinInFrame(url: string): Promise<void> {
    const host = await context.newPage();
    await host.goto(`${url}/privacy`);
    const room = await createRoom(host, moons);
    await untilPhase(host, 'lobby');
    framed = room.url;
    await page.goto(school);
    const inside = frameAt(page, url) as unknown as Page;
    await inside.getByLabel('Your name in the room').fill('Ada');
    await pressJoin(inside);
    await untilWorldSize([host], 2);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host], 10);
    const phase = await inside.evaluate(() => {
      const { lockstep } = window as Window & {
        lockstep?: { snapshot(): { phase: { kind: string } } | undefined };
      };
      return lockstep?.snapshot()?.phase.kind ?? 'none';
    });
    row.fact('a run in the frame', 'training', phase, phase === 'training');
    await order(host, { kind: 'pause' });
    await page.reload();
    const again = frameAt(page, url);
    const name = await again.getByLabel('Your name in the room').inputValue();
    // Playwright's browser refuses third-party cookies, and so keeps nothing for a frame.
    row.fact('the name on coming back', 'another', name, name !== 'Ada' && name !== '');
    await host.close();
  }
});

function frameAt(page: Page, url: string): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(url));
  if (!frame) throw new Error(`no frame of ${url}`);
  return frame;
}

/** Whether the frame shows the lessons, or what the browser shows in place of a page that refuses. */
async function whatIsFramed(page: Page, url: string): Promise<'shown' | 'refused' | 'neither'> {
  const isRefused = () => page.frames().some((frame) => frame.url() === 'chrome-error://chromewebdata/');
  const isShown = async () => {
    const frame = page.frames().find((each) => each.url().startsWith(url));
    return (
      (await frame
        ?.getByText('How a sum travels')
        .first()
        .isVisible()
        .catch(() => false)) ?? false
    );
  };
  const seen = async () => (isRefused() ? 'refused' : (await isShown()) ? 'shown' : 'neither');
  await expect
    .poll(seen)
    .not.toBe('neither')
    .catch(() => undefined);
  return seen();
}
