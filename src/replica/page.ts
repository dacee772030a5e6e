// The page's half of a replica, for the UI: rooms, demo rings, device and file questions. Loaded when first needed.
import { fail, ok, type Result } from '../base/result';
import { openIdx } from '../data/idx-dataset';
import { openText } from '../data/text-file';
import { reportAdapter } from '../gpu/adapter-report';
import { serverConfigSchema, type ServerConfig } from '../net/room-messages';
import { createRoom as makeRoom } from '../net/signalling-create';
import { parseRunConfig } from '../train/run-config';
import * as v from 'valibot';
import { startDemoRing } from './demo-ring';
import { describeRun } from './describe-run';
import { presets } from './presets';
import type { DeviceReport, ReplicaErrorCode, ReplicaHandle, RoomTicket, RunConfig } from './protocol';
import { RoomReplica } from './room-replica';

export { describeRun, presets, startDemoRing };
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
    config: checked(options.config),
    useCpu: options.useCpu ?? false,
    facts: browserName(navigator.userAgent),
    iceServers: async () => {
      const config = await serverConfig();
      return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
    },
  });
}

/** What this device kept of a room may be of an older version: then its host waits to be admitted, as guests do. */
function checked(config: RunConfig | undefined): RunConfig | undefined {
  const parsed = config && parseRunConfig(config);
  return parsed?.ok ? parsed.value : undefined;
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
  readonly kind: 'idx';
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
  return ok({ kind: 'idx', name, sha256, examples, inputShape, classes, images: bytes[0], labels: bytes[1] });
}

export interface TextFile {
  readonly kind: 'text';
  readonly name: string;
  readonly sha256: string;
  readonly characters: number;
  /** Distinct characters. */
  readonly vocabulary: number;
  readonly text: ArrayBuffer;
}

export async function readTextFile(file: File): Promise<Result<TextFile, 'bad-file'>> {
  let text: ArrayBuffer;
  try {
    text = await file.arrayBuffer();
  } catch (error) {
    return fail(
      'bad-file',
      `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const opened = await openText(new Uint8Array(text));
  if (!opened.ok) return fail('bad-file', opened.error.message);
  const { characters, tokens, sha256 } = opened.value;
  const name = file.name.slice(0, 120) || 'text';
  return ok({
    kind: 'text',
    name,
    sha256,
    characters: tokens.length,
    vocabulary: characters.length,
    text,
  });
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
