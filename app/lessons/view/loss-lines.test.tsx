import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LossLines } from './loss-lines';

test('a death is marked where it was, once the curve has passed it', () => {
  const drawn = (upTo: number): string =>
    renderToStaticMarkup(
      <LossLines
        lines={[
          {
            trial: { label: 'The ring', colour: 'blue', death: { afterStep: 60, how: 'vanish' } },
            points: [1, upTo].map((x) => ({ x, loss: 0.5 })),
          },
        ]}
        end={160}
        lesson={{ smoothing: 5 }}
        words="Loss."
      />,
    );
  expect(drawn(50)).not.toContain('a replica ended');
  expect(drawn(160)).toContain('aria-label="Loss. Step 60: a replica ended."');
  expect(drawn(160)).toContain('>a replica ended</text>');
});
