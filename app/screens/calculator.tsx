// /calculator: what a step costs on a network, and which wall it meets. The address holds all figures, so that a teacher
// can share them. The answer stands first; then the topologies, then utilisation against bandwidth.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { presets } from '../../src/calculator/presets';
import { fieldProblem, numberFields, type NumberField } from '../../src/calculator/setup';
import { halfBusy, stepCost } from '../../src/calculator/step-cost';
import { spellCode } from '../../src/base/room-code';
import { linkKey, roomPath } from '../../src/replica/room-link';
import {
  calculatorPath,
  parseCalculatorQuery,
  presetNames,
  readNumber,
  type CalculatorQuery,
} from '../bridge/form/calculator-form';
import {
  answerWords,
  formatShare,
  formatSpan,
  presetNotes,
  presetTitles,
  remedyWords,
} from '../bridge/words/calculator-words';
import { Button, buttonClass } from '../ui/button';
import type { RoomFigures } from '../panels/ring/room-figures';
import { CalculatorChart } from './calculator-chart';
import { CalculatorFields, type Drafts } from './calculator-fields';
import { CalculatorResults } from './calculator-results';
import { Frame } from './frame';
import { useRoomFigures, type Room } from './use-room-figures';
import ui from '../ui/shape.module.css';
import css from './calculator.module.css';

export default function CalculatorScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const room = useRoomFigures();
  const { start, setup } = parseCalculatorQuery(search);
  // The text as typed, until the field is left with a valid number.
  const [drafts, setDrafts] = useState<Drafts>({});
  const problems = problemsOf(drafts);
  const problem = numberFields.map((field) => problems[field]).find((words) => words !== undefined);
  const go = (next: CalculatorQuery): void => navigate(calculatorPath(next), { replace: true });
  const startFrom = (next: CalculatorQuery): void => {
    setDrafts({});
    go(next);
  };
  useRoomAtFirst(search === '' ? room : undefined, startFrom);
  const cost = stepCost(setup);
  return (
    <Frame title={t`Network calculator`} isWide tools={room ? <BackToRoom room={room} /> : null}>
      <div className={ui.stack}>
        <div>
          <h1>{t`Network calculator`}</h1>
          <div className={css.starts} role="group" aria-label={t`Start from`}>
            {presetNames.map((name) => (
              <Button
                key={name}
                isSmall
                className={css.start}
                aria-pressed={name === start}
                onClick={() => startFrom({ start: name, setup: presets[name] })}
              >
                {presetTitles[name]()}
              </Button>
            ))}
            {room ? (
              <Button
                isSmall
                className={css.start}
                aria-pressed={start === 'own'}
                disabled={room.figures.kind !== 'measured'}
                onClick={() => {
                  if (room.figures.kind === 'measured')
                    startFrom({ start: 'own', setup: room.figures.setup });
                }}
              >
                {t`This room`}
              </Button>
            ) : null}
          </div>
        </div>
        <div className={`${ui.card} ${css.answer}`} role="status">
          <p className={css.sentence}>{problem ?? answerWords(setup, cost)}</p>
          <p className={css.remedy}>
            {problem === undefined
              ? remedyWords(cost, halfBusy(setup))
              : t`What stands below is still about the last valid number.`}
          </p>
        </div>
        <div className={css.grid}>
          <CalculatorFields
            setup={setup}
            drafts={drafts}
            problems={problems}
            onType={(field, text) => {
              setDrafts({ ...drafts, [field]: text });
              const value = readNumber(text);
              if (fieldProblem(field, value) === undefined)
                go({ start, setup: { ...setup, [field]: value } });
            }}
            onLeave={(field) => {
              if (problems[field] === undefined) setDrafts({ ...drafts, [field]: undefined });
            }}
            onChange={(change) => go({ start, setup: { ...setup, ...change } })}
          />
          <div className={ui.stack}>
            <CalculatorResults setup={setup} cost={cost} />
            <CalculatorChart setup={setup} cost={cost} start={start} points={room?.points ?? []} />
            <div className={`${ui.quiet} ${css.notes}`}>
              {start === 'own' ? null : (
                <p>
                  <strong>{t`Start “${{ value: presetTitles[start]() }}”.`}</strong> {presetNotes[start]()}
                </p>
              )}
              {room ? (
                <p>
                  <strong>{t`This room.`}</strong> {roomWords(room.figures)}
                </p>
              ) : null}
              <p>
                <strong>{t`The model.`}</strong>{' '}
                {t`All replicas are equal; encoding, additions and the update are free. So a real step takes longer. Codecs whose parts cannot be added on the way (top-k, sign) send more than this.`}
              </p>
              <p>{t`The address of this page holds these figures: share it.`}</p>
            </div>
          </div>
        </div>
      </div>
    </Frame>
  );
}

function BackToRoom({ room: { ticket } }: { room: Room }) {
  return (
    <Link href={roomPath(ticket.code, linkKey(ticket), ticket.mark)} className={buttonClass('quiet', true)}>
      {t`Back to room ${{ code: spellCode(ticket.code) }}`}
    </Link>
  );
}

/** Opened without figures, the page takes those of its room. */
function useRoomAtFirst(room: Room | undefined, start: (query: CalculatorQuery) => void): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (room?.figures.kind === 'measured') start({ start: 'own', setup: room.figures.setup });
  }, [room, start]);
}

function problemsOf(drafts: Drafts): Partial<Record<NumberField, string>> {
  const typed = numberFields.flatMap((field) => {
    const text = drafts[field];
    return text === undefined ? [] : [[field, fieldProblem(field, readNumber(text))] as const];
  });
  return Object.fromEntries(typed);
}

/** The room's measured step beside the calculator's answer for the room's figures. */
function roomWords(figures: RoomFigures): string {
  if (figures.kind === 'not yet') return figures.why;
  const { setup, point, stepMs, leftOutMs } = figures;
  const cost = stepCost(setup);
  const [span, share] = [formatSpan(stepMs), formatShare(point.utilisation)];
  return [
    setup.localSteps === 1
      ? t`A step takes ${span}, measured, and ${share} of it is compute.`
      : t`A local step takes ${span}, measured, with its share of a sum, and ${share} of it is compute.`,
    t`The model says ${{ span: formatSpan(cost.stepMs) }} and ${{ share: formatShare(cost.utilisation) }}.`,
    t`It leaves out waiting for a replica, the update and bookkeeping: ${{ leftOutMs: formatSpan(leftOutMs) }} a step.`,
  ].join(' ');
}
