// The address of a demo ring. Values from the address bar are validated. The screen then writes the settings that
// really run back into the address.
import * as v from 'valibot';

/** More of them would share two or four cores. */
export const mostDemoReplicas = 8;

const schema = v.object({
  replicas: v.fallback(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(mostDemoReplicas),
    ),
    4,
  ),
  /** Empty: no name at all. No preset has it. */
  preset: v.fallback(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)), ''),
  /** undefined: the fastest by measurement. */
  backend: v.fallback(v.optional(v.picklist(['webgpu', 'cpu'])), undefined),
});

export type AloneQuery = v.InferOutput<typeof schema>;

/** `?replicas=4&preset=moons&backend=cpu`. Any other value becomes the default, but for a preset: which one was meant is
 *  not known. */
export function parseAloneQuery(search: string): AloneQuery {
  const parameters = new URLSearchParams(search.slice(0, 2048));
  return v.parse(schema, {
    replicas: parameters.get('replicas') ?? '4',
    preset: parameters.get('preset') ?? 'moons',
    backend: parameters.get('backend') ?? undefined,
  });
}

export function alonePath({ replicas, preset, backend }: AloneQuery): string {
  return `/alone?replicas=${replicas}&preset=${preset}${backend ? `&backend=${backend}` : ''}`;
}

/** A query without its screen, else character by character as it was. */
export function withoutScreen(search: string): string {
  return partsOf(search, (key) => key !== 'screen');
}

/** The parts of a query that describe the ring, and those that describe the view: the screen and the open tab. */
export function splitQuery(search: string): { readonly ring: string; readonly view: string } {
  const ofView: readonly string[] = ['screen', 'tab'];
  return {
    ring: partsOf(search, (key) => !ofView.includes(key)),
    view: partsOf(search, (key) => ofView.includes(key)),
  };
}

function partsOf(search: string, isTaken: (key: string) => boolean): string {
  return search
    .split('&')
    .filter((part) => part !== '' && isTaken(part.split('=')[0]))
    .join('&');
}
