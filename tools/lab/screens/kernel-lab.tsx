// The kernel lab: every kernel of the engine on this device, by op, shape and variant. Each is compared with its
// reference, and timed.
import { logged } from '../../../src/base/sayings';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../app/ui/button';
import { SelectField } from '../../../app/ui/field';
import { Frame } from '../../../app/screens/frame';
import { labText } from './lab-text';
import css from './kernel-lab.module.css';

const kernels = import('../kernels/kernel-lab');
const opened = kernels.then(({ KernelLab }) => KernelLab.open());

type Kernels = Awaited<typeof kernels>;
type Lab = InstanceType<Kernels['KernelLab']>;
type Entry = ReturnType<Lab['entries']>[number];
type Outcome = Awaited<ReturnType<Lab['run']>> | { readonly error: string };

const all = 'all';

export default function KernelLabScreen() {
  const lab = use(opened);
  return (
    <Frame title={labText.kernelLab} isWide>
      <h1 className={css.title}>{labText.kernelLab}</h1>
      {lab.ok ? (
        <Kernels lab={lab.value} />
      ) : (
        <p role="alert" className={css.intro}>
          {labText.thereNothingRun(logged(lab.error.says))}
        </p>
      )}
      <p className={css.foot}>
        <Link href="/lab/panels">{labText.panelLab}</Link> <Link href="/lab/ring">{labText.ringLab}</Link>
      </p>
    </Frame>
  );
}

function Kernels({ lab }: { lab: Lab }) {
  const { labGroups } = use(kernels);
  const [group, setGroup] = useState(labGroups[0].name);
  const [op, setOp] = useState(all);
  const [variant, setVariant] = useState(all);
  const entries = useMemo(() => lab.entries(group), [lab, group]);
  const shown = entries.filter(
    (entry) => (op === all || entry.op === op) && (variant === all || entry.variant === variant),
  );
  const { outcomes, running, run, stop } = useRuns(lab);
  const choose = (name: string): void => {
    setGroup(name);
    setOp(all);
    setVariant(all);
  };
  return (
    <>
      <p className={css.intro}>{labText.eachKernelCompared(lab.adapter)}</p>
      <div className={css.choices}>
        <SelectField
          label={labText.shape}
          value={group}
          options={labGroups.map(({ name }) => [name, name])}
          onChange={choose}
        />
        <SelectField
          label={labText.op}
          value={op}
          options={choicesOf(entries.map((entry) => entry.op))}
          onChange={setOp}
        />
        <SelectField
          label={labText.variant}
          value={variant}
          options={choicesOf(entries.map((entry) => entry.variant))}
          onChange={setVariant}
        />
      </div>
      <div className={css.actions}>
        <Button kind="primary" disabled={running !== undefined} onClick={() => void run([[group, shown]])}>
          {labText.runThese(shown.length)}
        </Button>
        <Button
          disabled={running !== undefined}
          onClick={() => void run(labGroups.map(({ name }) => [name, lab.entries(name)]))}
        >
          {labText.runAll}
        </Button>
        {running === undefined ? null : <Button onClick={stop}>{labText.stop}</Button>}
        <span role="status" className={css.status}>
          {running === undefined ? summary([...outcomes.values()]) : labText.running(running)}
        </span>
      </div>
      <ol className={css.rows}>
        {shown.map((entry) => (
          <Row
            key={entry.key}
            entry={entry}
            outcome={outcomes.get(keyOf(group, entry))}
            isDisabled={running !== undefined}
            onRun={() => void run([[group, [entry]]])}
          />
        ))}
      </ol>
    </>
  );
}

function Row({
  entry,
  outcome,
  isDisabled,
  onRun,
}: {
  entry: Entry;
  outcome: Outcome | undefined;
  isDisabled: boolean;
  onRun: () => void;
}) {
  return (
    <li className={css.row}>
      <div>
        <div className={css.op}>{entry.op}</div>
        <div className={css.shape}>{entry.shape}</div>
      </div>
      <div className={css.variant}>{entry.variant}</div>
      <OutcomeCell outcome={outcome} />
      <div className={css.figures}>
        {outcome && 'timing' in outcome && outcome.timing ? (
          <>
            <span>{labText.ms(significant(outcome.timing.medianMs))}</span>
            <span>
              {significant(outcome.timing.rate)} {outcome.timing.unit}
            </span>
          </>
        ) : null}
      </div>
      <Button
        kind="quiet"
        isSmall
        disabled={isDisabled}
        aria-label={labText.run(entry.op, entry.variant)}
        onClick={onRun}
      >
        {labText.run2}
      </Button>
    </li>
  );
}

function OutcomeCell({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return <div className={css.unknown}>{labText.notRun}</div>;
  if ('error' in outcome) return <div className={css.bad}>✗ {outcome.error}</div>;
  const { isGood, difference, tolerance } = outcome;
  return (
    <div className={isGood ? css.good : css.bad}>
      {labText.of(isGood, exponent(difference), exponent(tolerance))}
    </div>
  );
}

/** Runs lists of entries one after the other, with a new frame before each, so that the page shows the progress. */
function useRuns(lab: Lab) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState<string>();
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  const run = async (
    lists: readonly (readonly [group: string, entries: readonly Entry[]])[],
  ): Promise<void> => {
    stopped.current = false;
    for (const [group, entries] of lists)
      for (const entry of entries) {
        setRunning(`${group}: ${entry.op}, ${entry.variant}`);
        await new Promise((resolve) => setTimeout(resolve));
        if (stopped.current) return setRunning(undefined);
        let outcome: Outcome;
        try {
          outcome = await lab.run(group, entry, { isTimed: true });
        } catch (error) {
          outcome = { error: error instanceof Error ? error.message : String(error) };
        }
        setOutcomes((before) => new Map(before).set(keyOf(group, entry), outcome));
      }
    setRunning(undefined);
  };
  const stop = (): void => {
    stopped.current = true;
  };
  return { outcomes, running, run, stop };
}

function keyOf(group: string, { key }: Entry): string {
  return `${group} ${key}`;
}

function choicesOf(values: readonly string[]): (readonly [string, string])[] {
  return [[all, labText.all], ...[...new Set(values)].map((value) => [value, value] as const)];
}

function summary(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return '';
  const bad = outcomes.filter((outcome) => 'error' in outcome || !outcome.isGood).length;
  return bad === 0 ? labText.runAllAgree(outcomes.length) : labText.runWrong(outcomes.length, bad);
}

function exponent(value: number): string {
  return value === 0 ? '0' : value.toExponential(1);
}

function significant(value: number): string {
  if (value < 1) return value.toPrecision(2);
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
