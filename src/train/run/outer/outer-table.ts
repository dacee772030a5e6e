// All outer optimizers by their names. A new one is its file and its line here.
import * as v from 'valibot';
import { average } from './average';
import { nesterov } from './nesterov';
import type { OuterRules } from './outer-rules';

export const outerTable = { average, nesterov } as const satisfies Readonly<Record<string, OuterRules>>;

type Table = typeof outerTable;
export type OuterKind = keyof Table;
export type Outer = { [Kind in OuterKind]: v.InferOutput<Table[Kind]['schema']> }[OuterKind];
/** Names of modes with local steps. */
export type OuterMode = Table[OuterKind]['mode'];

/** What the exact update does with the mean of the members' changes. */
export const outerSetting = v.variant(
  'kind',
  Object.values(outerTable).map(({ schema }) => schema),
);

export const outerKinds = Object.keys(outerTable) as readonly OuterKind[];

export function outerRulesOf(kind: OuterKind): OuterRules {
  return outerTable[kind];
}

/** The usual outer optimizer of a mode. */
export function outerOfMode(mode: OuterMode): Outer {
  return Object.values(outerTable).find((rules) => rules.mode === mode)!.usual;
}
