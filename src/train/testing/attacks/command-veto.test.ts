// H20, H29: a member withholds every command of the host, or shows another first. The host's pause and kick happen all the same,
// and the member is named.
import { expect, test } from 'vitest';
import { attackScene, costOf, report } from './testing/scripted-records';

test.each([
  ['withholds', 4, '0'.repeat(16)],
  ['shows another', 6, 'bad0'.repeat(4)],
] as const)(
  'H20, H29: a member that %s first commands vetoes neither pause nor kick, N = %i',
  async (what, size, firstCommand) => {
    const scene = await attackScene(size);
    const { ring, honest, hostile } = scene;
    Object.defineProperty(hostile.member.commands, 'fingerprint', { get: () => firstCommand });
    Object.defineProperty(hostile.member.commands, 'commands', { get: () => [] });
    const begunMs = ring.clock.now();
    ring.submit({ kind: 'pause' }, honest[0]);
    await ring.until('the pause', () =>
    honest.every(({ member }) => member.trainer.state?.status === 'paused'), 30_000); // prettier-ignore
    const isNamed = (text: string): boolean =>
      text.includes(`${hostile.member.options.name} sent what it may not`);
    expect(
      honest.every(({ notices }) => notices.some(isNamed)),
      'the vetoer is named',
    ).toBe(true);
    const names = honest.map(({ member }) => `${member.options.name} sent what it may not`);
    expect(
      honest.some(({ notices }) => notices.some((text) => names.some((name) => text.includes(name)))),
    ).toBe(false);
    console.info(`veto of pause (${what}), N = ${size}: ${Math.round(ring.clock.now() - begunMs)} ms`);
    ring.submit({ kind: 'start' }, honest[0]);
    const startedMs = ring.clock.now();
    await ring.until(
      'running',
      () => honest.every(({ member }) => member.trainer.state?.status === 'running'),
      60_000,
    );
    console.info(`veto of start: ${Math.round(ring.clock.now() - startedMs)} ms`);
    ring.submit({ kind: 'kick', peer: hostile.id }, honest[0]);
    const cost = await costOf(scene, 60_000);
    report('veto of kick', scene, cost);
    expect(cost.lostMs).toBeLessThan(30_000);
    expect(honest.every(({ member }) => member.membership.view?.members.length === size - 1)).toBe(true);
    await ring.end();
  },
);
