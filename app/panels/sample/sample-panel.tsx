// The model's view of a few examples now. The panel asks for a new sample every few seconds while it can be seen.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { Sample } from '../../../src/replica/protocol';
import { formatFixed, formatPercent } from '../../bridge/words/format';
import { useSessionState } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import type { TableView } from '../../ui/table-view';
import { AmountPicture, amountTable } from './amount-picture';
import { Boundary, Digits, sampleWords, sideOf } from './model-picture';
import ui from '../../ui/shape.module.css';
import css from './sample-panel.module.css';
import { TextSample, type TextWish } from './text-sample';
import { useAsking } from './use-asking';

export function SamplePanel({ className }: { className?: string }) {
  const sample = useSessionState((state) => state.sample);
  const holder = useRef<HTMLDivElement>(null);
  const [wish, setWish] = useState<TextWish>({});
  useAsking(holder, wish);
  return (
    <Panel
      title={t`What it has learned`}
      className={className}
      summary={sample ? sampleWords(sample) : t`The model’s view of a few examples.`}
      table={sample ? () => sampleTable(sample) : undefined}
    >
      <div ref={holder} className={css.holder}>
        {sample === undefined ? (
          <p className={ui.empty}>{t`The first look at it comes in a few seconds.`}</p>
        ) : sample.kind === 'boundary' ? (
          <div className={css.plane}>
            <Boundary sample={sample} />
          </div>
        ) : sample.kind === 'amounts' ? (
          <AmountPicture view={sample} />
        ) : sample.kind === 'text' ? (
          <TextSample sample={sample} onWish={setWish} />
        ) : (
          <Digits sample={sample} />
        )}
      </div>
    </Panel>
  );
}

function sampleTable(sample: Sample): TableView {
  switch (sample.kind) {
    case 'digits':
      return {
        columns: [t`Example`, t`Is`, t`Read as`, t`Sure`],
        rows: Array.from(sample.labels, (label, i) => [
          String(i + 1),
          String(label),
          String(sample.predicted[i]),
          formatPercent(sample.confidence[i], 0),
        ]),
      };
    case 'text':
      return {
        columns: [t`Prompt`, t`Continuation`],
        rows: [[sample.prompt, sample.continuation]],
      };
    case 'amounts':
      return amountTable(sample);
    case 'boundary':
      return {
        columns: [t`Point`, 'x', 'y', t`Class`, t`Side`],
        rows: Array.from({ length: Math.min(100, sample.labels.length) }, (_, i) => [
          String(i + 1),
          formatFixed(sample.points[2 * i], 2),
          formatFixed(sample.points[2 * i + 1], 2),
          String(sample.labels[i]),
          String(sideOf(sample, i)),
        ]),
      };
    default:
      return sample satisfies never;
  }
}
