// /lab/ring: a whole ring in one page, to look at. A collective, a topology and a codec run over emulated lines; edges are
// slowed or cut and replicas killed meanwhile. All replicas must hold the same bits, within a derived bound of the sum in
// f64.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { compressionKinds } from '../../../src/codecs/setting';
import { collectiveNames } from '../../../src/collectives/collective-plan';
import { LabRun, type RunView } from '../ring/lab-run';
import {
  edgeName,
  firstSetup,
  isGatheredSum,
  leastReplicas,
  lineOf,
  livingOf,
  mostElements,
  mostReplicas,
  usedEdges,
  type LabSetup,
  type Line,
} from '../ring/lab-setup';
import { factorPlanOf } from '../ring/lab-sums';
import { collectiveNotes, collectiveTitles } from './collective-words';
import { readNumber } from '../../../app/bridge/form/calculator-form';
import { namedOptions } from '../../../app/bridge/form/network-form';
import { formatCount } from '../../../app/bridge/words/format';
import { codecText, topologyWords } from '../../../app/bridge/words/sum-words';
import { Button } from '../../../app/ui/button';
import { Segments, SelectField, TextField } from '../../../app/ui/field';
import { Panel } from '../../../app/ui/panel';
import { Frame } from '../../../app/screens/frame';
import { RingLabPicture } from './ring-lab-picture';
import { RingLabReplicas } from './ring-lab-replicas';
import { RingLabResult } from './ring-lab-result';
import { labText } from './lab-text';
import css from './ring-lab.module.css';

/** Often enough for the eye; a phone draws it easily. */
const lookEveryMs = 50;

const lines = (): readonly (readonly [Line, string])[] => [['page', labText.fastPage], ...namedOptions()];
const counts = Array.from({ length: mostReplicas - leastReplicas + 1 }, (_, i) => String(i + leastReplicas));

export default function RingLabScreen() {
  const [setup, setSetup] = useState(firstSetup);
  const [draft, setDraft] = useState(String(firstSetup.elements));
  const { run, view, start, stop } = useLabRun();
  const change = (next: Partial<LabSetup>): void => setSetup({ ...setup, ...next });
  const isRunning = view !== undefined && view.state !== 'over';
  const elements = readNumber(draft);
  const isWrong = !(Number.isInteger(elements) && elements >= 0 && elements <= mostElements);
  const isTooFew = livingOf(setup).length < 2;
  const setLine = (one: number, other: number, line: Line): void => {
    run?.setLine(one, other, line);
    change({ edges: { ...setup.edges, [edgeName(one, other)]: line } });
  };
  const shown = run?.setup ?? setup;
  return (
    <Frame title={labText.ringLab} isWide>
      <div className={css.stack}>
        <div>
          <h1 className={css.title}>{labText.ringLab}</h1>
          <p className={css.intro}>{labText.everyReplicaPage}</p>
        </div>
        <div className={css.grid}>
          <Panel title={labText.whatRuns}>
            <fieldset className={css.fields} disabled={isRunning}>
              <legend className="visually-hidden">{labText.whatRuns}</legend>
              <Segments
                label={labText.replicas}
                isDisabled={isRunning}
                value={String(setup.replicas)}
                options={counts.map((count) => [count, count] as const)}
                onChange={(count) => change({ replicas: Number(count), killed: [], edges: {} })}
              />
              <SelectField
                label={labText.collective}
                value={setup.collective}
                hint={collectiveNotes[setup.collective]}
                options={collectiveNames.map((name) => [name, collectiveTitles[name]] as const)}
                onChange={(collective) => change({ collective })}
              />
              <SelectField
                label={labText.topology}
                value={setup.topology}
                hint={isGatheredSum(setup) ? labText.eachPartToAll : undefined}
                options={topologyWords()}
                onChange={(topology) => change({ topology })}
              />
              <SelectField
                label={labText.sent}
                value={setup.codec}
                hint={factorsHint(setup)}
                options={compressionKinds.map((kind) => [kind, codecText(kind)] as const)}
                onChange={(codec) => change({ codec })}
              />
              <TextField
                label={labText.elementsVector}
                inputMode="numeric"
                maxLength={9}
                value={draft}
                hint={setup.collective === 'barrier' ? labText.barrierOne : undefined}
                problem={isWrong ? labText.wholeNumberFrom(formatCount(mostElements)) : undefined}
                onChange={(event) => {
                  setDraft(event.target.value);
                  const value = readNumber(event.target.value);
                  if (Number.isInteger(value) && value >= 0 && value <= mostElements)
                    change({ elements: value });
                }}
              />
              <SelectField
                label={labText.everyLine}
                value={setup.line}
                options={lines()}
                onChange={(line) => change({ line })}
              />
            </fieldset>
            <div className={css.actions}>
              <Button kind="primary" disabled={isRunning || isWrong || isTooFew} onClick={() => start(setup)}>
                {labText.run2}
              </Button>
              <Button disabled={!isRunning} onClick={stop}>
                {labText.stop}
              </Button>
            </div>
          </Panel>
          <div className={css.stage}>
            <RingLabPicture setup={setup} view={view} />
            <RingLabResult setup={shown} view={view} />
          </div>
        </div>
        <div className={css.lists}>
          <RingLabReplicas
            setup={setup}
            view={view}
            isRunning={isRunning}
            onKill={(number) => {
              run?.kill(number);
              change({ killed: [...setup.killed, number] });
            }}
            onRevive={(number) => change({ killed: setup.killed.filter((one) => one !== number) })}
          />
          <Panel title={labText.edges} summary={labText.thoseTopologyUses}>
            <ul className={css.rows}>
              {usedEdges(setup).map(([one, other]) => (
                <li key={edgeName(one, other)} className={css.edge}>
                  <SelectField
                    label={`${one} – ${other}`}
                    value={lineOf(setup, one, other)}
                    options={[...lines(), ['cut', labText.cut]]}
                    onChange={(line) => setLine(one, other, line)}
                  />
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <p className={css.foot}>
          <Link href="/calculator">{labText.networkCalculator}</Link>
          <Link href="/lab/panels">{labText.panelLab}</Link>
          <Link href="/lab/kernels">{labText.kernelLab}</Link>
        </p>
      </div>
    </Frame>
  );
}

/** How PowerSGD sees the vector; undefined: another codec. */
function factorsHint(setup: LabSetup): string | undefined {
  if (setup.codec !== 'power-sgd') return undefined;
  const plan = factorPlanOf(setup);
  if (!plan) return labText.onlyAllReduceFactored;
  const [matrix] = plan.matrices;
  if (!matrix) return labText.factorsSaveNothing;
  const { rows, columns, rank } = matrix;
  return labText.asFactors(formatCount(rows), formatCount(columns), rank, formatCount(plan.restLength));
}

/** The last run; its view is looked at while it runs, and once more when it is over. */
function useLabRun() {
  const [run, setRun] = useState<LabRun>();
  const [view, setView] = useState<RunView>();
  useEffect(() => {
    if (!run) return;
    const look = (): void => setView(run.show());
    const timer = setInterval(look, lookEveryMs);
    const over = (): void => {
      clearInterval(timer);
      look();
    };
    run.over.then(over, over);
    return () => {
      clearInterval(timer);
      run.end();
    };
  }, [run]);
  const start = (setup: LabSetup): void => {
    const next = new LabRun(setup);
    setRun(next);
    setView(next.show());
  };
  return { run, view, start, stop: () => run?.end() };
}
