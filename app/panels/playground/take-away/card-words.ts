// The card of a model: what it learned from, how good it is, how it was trained, and what it was not shown.
import { plural, t } from '@lingui/core/macro';
import type { ModelFacts, TakenAway } from '../../../../src/replica/page/player';
import type { CardPart } from '../../../take-away/app-file';
import { augmentWords } from '../../../bridge/words/augment-words';
import { figureWords } from '../../../bridge/words/amount-words';
import { formatCount, formatPercent, formatValue } from '../../../bridge/words/format';
import { dataWords, modelWords, optimizerWords } from '../../../bridge/words/run-words';

export function cardParts({ weights, byClass, amounts }: TakenAway, facts: ModelFacts): readonly CardPart[] {
  const { config, step } = weights;
  const { data, validationExamples } = config;
  const augmented = augmentWords(config);
  const added = data.kind === 'idx' ? (data.added ?? 0) : 0;
  return [
    {
      title: t`What it learned from`,
      text: [
        t`${{ data: dataWords(data) }}: ${{ examples: formatCount(data.examples) }} examples, ${{ held: formatCount(validationExamples) }} of them held out.`,
        ...(added > 0
          ? [
              plural(
                { added },
                {
                  one: 'One of them was added where an earlier state was wrong.',
                  other: `${{ count: formatCount(added) }} of them were added where an earlier state was wrong.`,
                },
              ),
            ]
          : []),
      ].join(' '),
      ...(byClass?.some(({ trained }) => trained !== undefined) && {
        rows: [
          [t`Class`, t`Trained on`],
          ...byClass.map(({ trained }, label) => [facts.classNames[label], formatCount(trained)]),
        ],
      }),
    },
    accuracyPart({ weights, byClass, amounts }, facts),
    {
      title: t`How it was trained`,
      text: t`${{ model: modelWords(config.model) }}: ${{ parameters: formatCount(facts.parameterCount) }} parameters. ${{ steps: formatCount(step) }} steps with ${{ optimizer: optimizerWords(config.optimizer) }}, learning rate ${{ rate: formatValue(config.learningRate) }}, ${{ batch: formatCount(config.localBatch) }} examples a member and step, seed ${{ seed: String(config.seed) }}. Trained with Lockstep, in browser tabs.`,
    },
    ...trainedParts(facts),
    ...(augmented
      ? [
          {
            title: t`How its examples were altered`,
            text: t`Each time that one was trained on: ${augmented}.`,
          },
        ]
      : []),
    { title: t`What it was not shown`, text: notShownWords(facts) },
  ];
}

function trainedParts({ trainedPart }: ModelFacts): readonly CardPart[] {
  if (!trainedPart) return [];
  const { rank, numbers } = trainedPart;
  const title = t`What it began with`;
  if (rank === undefined)
    return [
      {
        title,
        text: t`Another model, whose first layers stayed as they were. Only the layers after them were trained, ${{ numbers: formatCount(numbers) }} numbers. What that model learned from before is not known here.`,
      },
    ];
  return [
    {
      title,
      text: t`Another model. Only adapters of rank ${{ rank: formatCount(rank) }} were trained on it, ${{ numbers: formatCount(numbers) }} numbers. What that model learned from before is not known here.`,
    },
  ];
}

function accuracyPart({ byClass, amounts }: TakenAway, facts: ModelFacts): CardPart {
  const title = t`How good it is`;
  if (amounts) return { title, text: amounts.map(figureWords).join(' ') };
  if (!byClass)
    return { title, text: t`Not measured here: the file that it came from holds no examples to try it on.` };
  const isTrained = facts.heldOut?.isTrained === true;
  return {
    title,
    text: isTrained
      ? t`On examples that it was trained on, for none were held out: on new ones it is worse.`
      : t`On held-out examples, which it did not learn from. They come from the same source as the others: elsewhere it may be worse.`,
    rows: [
      [t`Class`, t`Right`, t`Of`, t`Share`],
      ...byClass.map(({ right, tried }, label) => [
        facts.classNames[label],
        formatCount(right),
        formatCount(tried),
        tried === 0 ? '–' : formatPercent(right / tried),
      ]),
    ],
  };
}

function notShownWords({ task, classNames }: ModelFacts): string {
  if (task === 'text')
    return t`Anything but its one text. What it writes sounds like that text, and need not be true.`;
  if (task === 'amounts')
    return t`Cases unlike those of its table. Far from them it predicts all the same, and may be far off.`;
  return t`Anything but the examples above. Whatever it is shown, it names one of its ${{ classes: formatCount(classNames.length) }} classes: it has no answer “none of these”. People, light, places or voices that its examples lack, it was never taught.`;
}
