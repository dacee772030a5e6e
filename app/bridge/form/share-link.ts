// The settings of a run as an address: a preset, and only what differs from it. An address comes from anybody. Unknown
// keys are ignored, numbers are brought into their range, and what a field would refuse is left out and named.
import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import type { RunConfig } from '../../../src/replica/protocol';
import { configOf, formOf, numberRanges, runFormFields, type RunForm } from './run-form';

/** The version of the keys’ meaning. */
const version = 1;
/** Settings, and a list of layers of the longest. */
const longestSearch = 4096;

export interface SharedRun {
  readonly preset: string;
  readonly changes: Partial<RunForm>;
  /** Sentences on what was not taken as it stood. */
  readonly notes: readonly string[];
}

interface NamedConfig {
  readonly id: string;
  readonly config: RunConfig;
}

/** Undefined: the address names no preset. Of one that is not ours nothing is taken. */
export function readSharedRun(search: string, presets: readonly NamedConfig[]): SharedRun | undefined {
  const query = new URLSearchParams(search.slice(0, longestSearch));
  const named = query.get('preset');
  if (named === null) return undefined;
  const preset = presets.find(({ id }) => id === named);
  if (!preset)
    return {
      preset: presets[0].id,
      changes: {},
      notes: [
        t`The link names a preset that this page does not know: “${{ name: named.slice(0, 20) }}”. Its settings are left out.`,
      ],
    };
  const changes: Partial<Record<keyof RunForm, string>> = {};
  const notes: string[] = [];
  if (Number(query.get('v') ?? version) > version)
    notes.push(t`A newer version made this link: what this one does not know is left out.`);
  for (const key of fieldNames) {
    const given = query.get(key);
    if (given === null) continue;
    const taken = isNumberField(key) ? intoRange(key, given) : given;
    const parsed = v.safeParse(runFormFields[key], taken);
    if (!parsed.success) notes.push(t`Left out: ${{ refusal: refusal(key, given, parsed.issues[0]) }}`);
    else if (isNumberField(key) && Number(taken) !== Number(given))
      notes.push(
        t`${{ label: numberRanges[key].label }} was ${{ given: given.slice(0, 20) }}, and is ${taken} here.`,
      );
    if (parsed.success) changes[key] = taken;
  }
  return { preset: preset.id, changes: changes as Partial<RunForm>, notes };
}

/** The run of a demo whose address holds settings: those that fit together, else the preset's own. `settings`: how the address says what runs, after the preset. */
export function sharedConfig(
  search: string,
  preset: NamedConfig,
  isPossible: (config: RunConfig) => boolean,
): { readonly config: RunConfig; readonly settings: string } {
  const form = { ...formOf(preset.config), ...readSharedRun(search, [preset])?.changes };
  const result = configOf(form, preset.config);
  return result.ok && isPossible(result.config)
    ? { config: result.config, settings: settingsQuery(preset, form) }
    : { config: preset.config, settings: '' };
}

/** 'v=1&preset=digits&learningRate=0.1'. */
export function sharedRunQuery(preset: NamedConfig, form: RunForm): string {
  return `v=${version}&preset=${preset.id}${settingsQuery(preset, form)}`;
}

/** '&learningRate=0.1'; empty where nothing differs. */
export function settingsQuery({ config }: NamedConfig, form: RunForm): string {
  return differences(form, config)
    .map(([key, value]) => `&${key}=${encodeURIComponent(value)}`)
    .join('');
}

/** The query that gives this run back, from the preset that it is nearest to. Undefined: no address says it all. */
export function queryOfRun(config: RunConfig, presets: readonly NamedConfig[]): string | undefined {
  const form = formOf(config);
  const queries = presets
    .filter((preset) => {
      const result = configOf(form, preset.config);
      return (
        result.ok && isAlike(result.config.model, config.model) && isAlike(result.config.data, config.data)
      );
    })
    .map((preset) => sharedRunQuery(preset, form));
  return queries.sort((a, b) => a.length - b.length)[0];
}

const fieldNames = Object.keys(runFormFields) as (keyof RunForm)[];

function differences(form: RunForm, config: RunConfig): [string, string][] {
  const usual = formOf(config);
  return fieldNames
    .filter((key) => {
      if (isNumberField(key)) return Number(form[key]) !== Number(usual[key]);
      return form[key].trim() !== usual[key];
    })
    .map((key) => [key, form[key].trim()]);
}

function isNumberField(key: keyof RunForm): key is keyof typeof numberRanges {
  return Object.hasOwn(numberRanges, key);
}

function refusal(key: keyof RunForm, given: string, issue: v.BaseIssue<unknown>): string {
  return issue.type === 'picklist' ? t`“${{ given: given.slice(0, 20) }}” is no ${key}.` : issue.message;
}

/** The value as a field would hold it; what is no number stays, and is refused. */
function intoRange(key: keyof typeof numberRanges, given: string): string {
  const { low, high, isWhole } = numberRanges[key];
  const value = given.trim() === '' ? NaN : Number(given);
  if (Number.isNaN(value)) return given;
  const within = Math.min(high, Math.max(low, value));
  return String(isWhole ? Math.round(within) : within);
}

function isAlike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
