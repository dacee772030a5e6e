// A way to communicate, as `--codecs` and `--syncs` of `npm run bench -- wire` name it. Pure.
import { compressionKinds, parseCompression } from '../../../src/codecs/setting';
import { topologies, type Topology } from '../../../src/collectives/topology';
import { mostFragments } from '../../../src/train/run/modes/streaming';
import { syncNames } from '../../../src/train/run/sync';
import { BadOption } from '../../../src/cli/options/command-line';

export interface SyncMode {
  readonly name: string;
  readonly topology: Topology;
  /** The options of `npm run ring` that choose it. */
  readonly ringOptions: readonly string[];
  /** Steps of the ring between two validations. */
  readonly evaluateEvery: number;
  /** The gradients of all are in every step's sum. So its losses do not depend on the line. */
  readonly isEveryStep: boolean;
}

/** Gradients of a replica between two validations. */
const gradientsBetween = 10;

/** `codec`, or `codec@topology`. */
export function codecMode(text: string, usual: Topology): SyncMode {
  const { name, topology } = placed('codecs', text, usual);
  if (!parseCompression(name))
    throw new BadOption(`--codecs names ${compressionKinds.join(', ')}; not '${name}'`);
  return {
    ...{ name: text, topology, ringOptions: ['--codec', name] },
    ...{ evaluateEvery: gradientsBetween, isEveryStep: true },
  };
}

/** `diloco:16`, `diloco:16+int4`, `streaming-diloco:64/2+int4@ring`. */
export function localMode(text: string, usual: Topology): SyncMode {
  const { name, topology } = placed('syncs', text, usual);
  const [, sync, count, fragments, codec] = /^([a-z-]+):(\d+)(?:\/(\d+))?(?:\+(.+))?$/.exec(name) ?? [];
  const isSync = syncNames.some((one) => one === sync && one !== 'every-step');
  if (!isSync || Number(count) < 1 || Number(count) > 1000 || (codec && !parseCompression(codec)))
    throw new BadOption(
      `--syncs names ${syncNames.slice(1).join(', ')}, each with 1 to 1000 inner steps; not '${text}'`,
    );
  const parts = fragments === undefined ? undefined : Number(fragments);
  const areParts = sync === 'streaming-diloco' && Number(count) % parts! === 0 && parts! <= mostFragments;
  if (parts !== undefined && !areParts)
    throw new BadOption(
      `--syncs names fragments of streaming-diloco only, up to ${mostFragments}, which divide its inner steps; not '${text}'`,
    );
  return {
    ...{ name: text, topology, isEveryStep: false },
    ringOptions: [
      ...['--sync', sync, '--inner-steps', count],
      ...(fragments ? ['--fragments', fragments] : []),
      ...(codec ? ['--codec', codec] : []),
    ],
    evaluateEvery: Math.max(1, Math.round((gradientsBetween * (parts ?? 1)) / Number(count))),
  };
}

function placed(
  option: string,
  text: string,
  usual: Topology,
): { readonly name: string; readonly topology: Topology } {
  const [name, wanted] = text.split('@');
  const topology = wanted === undefined ? usual : topologies.find((one) => one === wanted);
  if (!topology) throw new BadOption(`--${option} names ${topologies.join(', ')} after '@'; not '${wanted}'`);
  return { name, topology };
}
