// H5, H6, S11, S12: what a host command does when it arrives, and when it is applied. What it does to the run state is in
// decide.test.ts.
import { expect, test } from 'vitest';
import { newRun } from '../run/run-state';
import { ids } from '../testing/samples';
import { sceneConfig } from '../testing/loop-scene';
import { applyCommand, commandApplied, commandArrived } from './command-meaning';
import type { HostCommand } from './host-command';

const peer = ids[1];
const goOn: HostCommand = { kind: 'go-on-with', lineage: '01234567', generation: 3, peers: [peer] };
const poison: HostCommand = { kind: 'poison', peer, how: 'nan', at: 'wire' };

test.each<[HostCommand, string[]]>([
  [{ kind: 'start' }, []],
  [{ kind: 'kick', peer }, [`removed ${peer}`]],
  [{ kind: 'let-in', peer }, [`let in ${peer}`]],
  [{ kind: 'unplug', peer }, [`unplugged ${peer}`]],
  [goOn, ['go on with 1']],
  [poison, []],
])('H6, S12: %j, when it arrives', (command, expected) => {
  const did: string[] = [];
  commandArrived(command, {
    goOnWith: ({ peers }) => void did.push(`go on with ${peers.length}`),
    removed: (member) => void did.push(`removed ${member}`),
    letIn: (member) => void did.push(`let in ${member}`),
    unplugged: (member) => void did.push(`unplugged ${member}`),
  });
  expect(did).toEqual(expected);
});

test('E0: a resume command begins a run that waits for the member with the saved one', () => {
  const state = { ...newRun(sceneConfig), version: 4, initialized: true, step: 3 };
  const digest = '0123456789abcdef';
  const config = { ...sceneConfig, seed: 9 };
  const { resumes, ...next } = applyCommand(state, { kind: 'resume', config, member: peer, digest });
  expect(resumes).toEqual({ member: peer, digest });
  expect(next).toEqual({ ...newRun(config, state), version: 4 });
});

test('S11, S22a: a poison command is carried out once it is applied, and is remembered where others will refuse the part', async () => {
  const did: string[] = [];
  const member = {
    poison: ({ at }: { at: string }): Promise<void> => Promise.resolve(void did.push(at)),
  };
  await commandApplied({ kind: 'kick', peer }, member);
  await commandApplied(poison, member);
  expect(did).toEqual(['wire']);
  const state = newRun(sceneConfig);
  expect(applyCommand(state, { ...poison, at: 'gradient' })).toBe(state);
  expect(applyCommand(state, poison)).toEqual({ ...state, offences: [{ member: peer, step: 1, by: peer }] });
  expect(applyCommand(state, goOn)).toBe(state);
});
