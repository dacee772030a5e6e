// The page's half of a replica, for the UI: rooms, demo rings, device and file questions. Loaded when first needed.
import { fail, ok, type Result } from '../base/result';
import { openIdx } from '../data/idx-dataset';
import { reportAdapter } from '../gpu/adapter-report';
import { serverConfigSchema, type ServerConfig } from '../net/room-messages';
import { createRoom as makeRoom } from '../net/signalling-create';
import * as v from 'valibot';
import { startDemoRing } from './demo-ring';
import { presets } from './presets';
import type { DeviceReport, ReplicaErrorCode, ReplicaHandle, RoomTicket, RunConfig } from './protocol';
import { RoomReplica } from './room-replica';

export { presets, startDemoRing };
export type { Preset } from './presets';

const configMs = 8_000;

export async function createRoom(options: {
  isOpen: boolean;
}): Promise<Result<RoomTicket, ReplicaErrorCode>> {
  const made = await makeRoom(location.origin, options);
  if (!made.ok) {
    const { code, message } = made.error;
    return fail(code === 'wrong-version' || code === 'room-full' ? code : 'server-unreachable', message);
  }
  const { code, key, hostToken, isOpen } = made.value;
  return ok({ code, key, hostToken, isOpen });
}

export function joinRoom(
  ticket: RoomTicket,
  options: { name: string; config?: RunConfig; useCpu?: boolean },
): ReplicaHandle {
  return new RoomReplica({
    url: location.origin,
    ticket,
    name: options.name,
    config: options.config,
    useCpu: options.useCpu ?? false,
    facts: browserName(navigator.userAgent),
    iceServers: async () => {
      const config = await serverConfig();
      return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
    },
  });
}

export async function probeDevice(): Promise<DeviceReport> {
  return reportAdapter();
}

export async function serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(configMs) });
    const parsed = v.safeParse(serverConfigSchema, await response.json());
    if (parsed.success) return ok(parsed.output);
    return fail('wrong-version', 'the server’s configuration is of another version: reload the page');
  } catch (error) {
    return fail('server-unreachable', error instanceof Error ? error.message : String(error));
  }
}

export interface IdxFiles {
  readonly name: string;
  readonly sha256: string;
  readonly examples: number;
  readonly inputShape: readonly number[];
  readonly classes: number;
  readonly images: ArrayBuffer;
  readonly labels: ArrayBuffer;
}

export async function readIdxFiles(images: File, labels: File): Promise<Result<IdxFiles, 'bad-file'>> {
  const name = inertName(images.name);
  let bytes: [ArrayBuffer, ArrayBuffer];
  try {
    bytes = [await images.arrayBuffer(), await labels.arrayBuffer()];
  } catch (error) {
    return fail(
      'bad-file',
      `the files cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const opened = await openIdx(new Uint8Array(bytes[0]), new Uint8Array(bytes[1]), name);
  if (!opened.ok) return fail('bad-file', opened.error.message);
  const { dataset, sha256 } = opened.value;
  const { length: examples, inputShape, classes } = dataset;
  return ok({ name, sha256, examples, inputShape, classes, images: bytes[0], labels: bytes[1] });
}

function inertName(fileName: string): string {
  return fileName.replace(/\.(gz|idx\d?-ubyte)/gi, '').slice(0, 120) || 'images';
}

function browserName(userAgent: string): string {
  const match = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(userAgent);
  if (!match) return 'a browser';
  const name =
    { Firefox: 'Firefox', Edg: 'Edge', Chrome: 'Chromium', Version: 'Safari' }[match[1]] ?? match[1];
  return `${name} ${match[2]}`;
}
