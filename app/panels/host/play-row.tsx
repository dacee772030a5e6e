// The play row beside the loss: a host changes the run while it trains, and each change acts at once and leaves a mark with
// what it did on every chart. A guest reads what is set.
import { t } from '@lingui/core/macro';
import { compressionNamed } from '../../../src/codecs/setting';
import { codecProblem } from '../../../src/train/run/sync';
import { profileWords, rateWords } from '../../../src/net/emulation/profile-words';
import type { Snapshot } from '../../../src/replica/protocol';
import { lineAt, lines, profileOf, widthOf, widths, type Width } from '../../bridge/form/play-values';
import { useHostControls, type HostControls } from '../../bridge/session/host-controls';
import { useNotes } from '../../bridge/session/run-notes';
import { useSession, useShownPart, useTick } from '../../bridge/session/session-context';
import { formatValue } from '../../bridge/words/format';
import { lineSentences } from '../../bridge/words/line-sentences';
import { markWords } from '../../bridge/words/mark-words';
import { codecText, settingText } from '../../bridge/words/sum-words';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { StepsSlider } from '../../ui/steps-slider';
import { DemoReplicas } from './demo-replicas';
import { RateSlider } from './rate-slider';
import { useTryOuts } from './try-outs';
import ui from '../../ui/shape.module.css';
import css from './play-row.module.css';

export function PlayRow() {
  const controls = useHostControls();
  return controls ? <Controls controls={controls} /> : <Settings />;
}

function Controls({ controls }: { controls: HostControls }) {
  const isDemo = useSession().place.kind === 'alone';
  const { noise, unplug, why, ask } = useTryOuts(controls);
  return (
    <section className={`${ui.card} ${css.row}`} aria-label={t`Play`}>
      <RateSlider controls={controls} />
      {isDemo ? <DemoReplicas controls={controls} /> : null}
      <WidthChoice controls={controls} />
      <LineSlider controls={controls} />
      <div className={css.acts}>
        {[noise, ...(isDemo ? [] : [unplug])].map(({ words, does, isDisabled, press }) => (
          <Button
            key={words}
            isSmall
            title={does}
            aria-description={does}
            disabled={isDisabled}
            onClick={press}
          >
            {words}
          </Button>
        ))}
      </div>
      <LastChange otherwise={why ?? t`Each change is marked on the charts, with what it did.`} />
      {ask}
    </section>
  );
}

function WidthChoice({ controls: { live, buckets, changeBuckets } }: { controls: HostControls }) {
  const kind = buckets?.codec.kind;
  const allowed = widths.filter(([, codec]) => !live.sync || !codecProblem(live.sync, codec));
  return (
    <div className={css.width}>
      <Segments<Width | ''>
        label={t`Bits of a sum`}
        value={(kind && widthOf(kind)) ?? ''}
        options={allowed.map(([width]) => [width, width] as const)}
        isDisabled={!buckets}
        onChange={(width) => {
          const codec = widths.find(([one]) => one === width)?.[1];
          if (codec) changeBuckets({ codec: compressionNamed(codec) });
        }}
      />
      {kind && widthOf(kind) === undefined ? <span className={ui.faint}>{codecText(kind)}</span> : null}
    </div>
  );
}

function LineSlider({ controls: { live, send } }: { controls: HostControls }) {
  const { network } = live;
  return (
    <StepsSlider
      label={t`Line`}
      does={t`All members delay what they send, as a slow line would.`}
      {...lineNow(network)}
      count={lines.length}
      wordsAt={lineWords}
      isDisabled={live.worldSize < 2}
      onChoose={(index) =>
        send({ kind: 'set-network', network: { ...network, everyEdge: profileOf(lines[index]) } })
      }
    />
  );
}

function lineNow({ everyEdge, edges }: Snapshot['network']): { readonly at: number; readonly words: string } {
  const { at, isNamed } = lineAt(everyEdge);
  if (edges.length > 0) return { at, words: t`${{ line: lineWords(at) }}, some others` };
  return { at, words: isNamed || !everyEdge ? lineWords(at) : profileWords(everyEdge, lineSentences) };
}

/** '25 Mbit/s, 20 ms'. */
function lineWords(index: number): string {
  const profile = profileOf(lines[index]);
  if (!profile) return t`as it is`;
  return profile.delayMs > 0
    ? profileWords({ ...profile, loss: 0 }, lineSentences)
    : rateWords(profile.bitsPerSecond);
}

/** The newest change and what it did. */
function LastChange({ otherwise }: { otherwise: string }) {
  useTick();
  const last = useNotes().changes.marks.at(-1);
  return (
    <p className={`${ui.quiet} ${css.last}`} role="status">
      {last ? markWords(last) : otherwise}
    </p>
  );
}

/** What the host has set. */
function Settings() {
  const learningRate = useShownPart((shown) => shown.learningRate);
  const buckets = useShownPart((shown) => shown.buckets);
  const network = useShownPart((shown) => shown.network);
  return (
    <section className={`${ui.card} ${css.row} ${css.read}`} aria-label={t`What the host has set`}>
      <dl className={css.facts}>
        <div>
          <dt>{t`Learning rate`}</dt>
          <dd>{learningRate > 0 ? formatValue(learningRate) : '–'}</dd>
        </div>
        <div>
          <dt>{t`Sums are sent as`}</dt>
          <dd>{buckets ? settingText(buckets.codec) : '–'}</dd>
        </div>
        <div>
          <dt>{t`Line`}</dt>
          <dd>{lineNow(network).words}</dd>
        </div>
      </dl>
      <LastChange otherwise={t`The host sets these. Each change is marked on the charts.`} />
    </section>
  );
}
