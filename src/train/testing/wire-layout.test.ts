// A change of what members send needs a new ring protocol (H9): wire-layout.txt lists what the present one sends.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anyMessage } from '../../membership/messages';
import { emptyHeader, encodeFrame, frameTypes, type FrameHeader } from '../../net/frame/frame';
import { passedSignalSchema } from '../../net/room/passed-signal';
import { signedCommandSchema } from '../../net/room/signed-command';
import { layerTypes } from '../../ops/layers';
import { roomDocument } from '../../room/room-document';
import { roomMessage } from '../../room/room-message';
import { manifestSchema, stateRequest } from '../catch-up/state-source';
import { hostCommand } from '../commands/host-command';
import { encodeRecord, type HeaderRecord } from '../header/header-record';
import { curveMessage } from '../metrics/curve/curve-message';
import { timelineMessage } from '../metrics/timeline/timeline-message';
import { sumMessage } from '../metrics/transfers/sum-message';
import { helloSchema, protocolVersion } from '../peers/hello';
import { runConfig } from '../run/run-config';
import { runStateSchema } from '../run/run-state';
import { offerBody, shareMessage } from '../share/share-message';
import { binaryLayout, jsonLayout } from './wire-layout';

const file = path.join(import.meta.dirname, 'wire-layout.txt');
const id = 'f'.repeat(16);
const zeros = '0'.repeat(16);

/** 0.1 and 2³² / 3 have no byte that is 0. */
const [real, word] = [0.1, 0x55555555];

function recordOf(value: number, hex: string, isSet: boolean): HeaderRecord {
  return {
    status: isSet ? 'catching-up' : 'empty',
    withheld: isSet ? 'outlier' : 'none',
    accused: hex,
    termsPerSecond: value,
    progress: value,
    requestsPause: isSet,
    version: value,
    digest: hex,
    contribution: value,
    firstCommand: hex,
    last: {
      step: value,
      count: value,
      lossSum: value,
      score: value,
      isSkipped: isSet,
      gradientSquared: value,
      bytesSent: value,
      bytesReceived: value,
      split: {
        computeMs: value,
        overlappedMs: value,
        exposedMs: value,
        waitingMs: value,
        otherMs: value,
        wallMs: value,
      },
      waitedForRank: value,
    },
    validation: { step: value, lossSum: value, score: value, count: value },
    candidates: Array.from({ length: 8 }, () => hex),
    edgeMs: value,
    flightsMs: Array.from({ length: 8 }, () => value),
    machineMates: isSet ? 255 : 0,
    requestsReorder: isSet,
    lacksLink: isSet,
    givesData: isSet,
    hasStalled: isSet,
    line: { messageMs: value, bytesPerSecond: value, withinBytesPerSecond: value },
    own: { data: hex, examples: isSet ? word : 0, proof: hex.slice(8) },
  };
}

const frame: FrameHeader = { type: 'reduce', ...emptyHeader };
const otherFrame: FrameHeader = {
  ...{ type: 'record', phase: 0x55, flags: 0x55, lineage: word, generation: word, round: word, step: word },
  ...{ bucket: 0x5555, chunk: 0x5555, segment: word, offset: word },
};

const layers = Object.fromEntries(
  Object.entries(layerTypes).map(([kind, { schema }]) => [`layer.${kind}`, schema]),
);

function layout(): string {
  return [
    `ring protocol ${protocolVersion}`,
    ...Object.entries(frameTypes).map(
      ([type, { byte, channel, holds }]) => `frame ${type} ${byte} on ${channel}: ${holds}`,
    ),
    ...binaryLayout('frame', (header) => encodeFrame(header, new Uint8Array()), frame, otherFrame),
    ...binaryLayout('record', encodeRecord, recordOf(0, zeros, false), recordOf(real, id, true)),
    ...jsonLayout({
      config: runConfig,
      ...layers,
      hello: helloSchema,
      membership: anyMessage,
      request: stateRequest,
      manifest: manifestSchema,
      state: runStateSchema,
      signed: signedCommandSchema,
      command: hostCommand,
      signal: passedSignalSchema,
      data: shareMessage,
      offer: offerBody,
      timeline: timelineMessage,
      transfers: sumMessage,
      curve: curveMessage,
      room: roomMessage,
      document: roomDocument,
    }),
    '',
  ].join('\n');
}

test('H9: what members send is what wire-layout.txt lists for this ring protocol', async () => {
  const kept = readFileSync(file, 'utf8');
  const stale = kept.startsWith(`ring protocol ${protocolVersion}\n`)
    ? `What members send changed, and members of ring protocol ${protocolVersion} would misread it. Raise protocolVersion in src/train/peers/hello.ts to ${protocolVersion + 1} (unless nobody runs ${protocolVersion} yet), say in CHANGELOG.md and in the table of versions in PROTOCOL.md what changed, then list it`
    : `wire-layout.txt is of another ring protocol than ${protocolVersion}: list what this one sends`;
  await expect(
    layout(),
    `${stale}: npx vitest run --project node src/train/testing/wire-layout -u`,
  ).toMatchFileSnapshot(file);
});

test('H9: CHANGELOG says what this ring protocol changed', () => {
  const changes = readFileSync(path.join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  expect(changes).toContain(`Ring protocol ${protocolVersion}: `);
});
