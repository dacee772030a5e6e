import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LossLines } from './loss-lines';

function drawn(upTo: number, afterStep = 60, textPx?: number): string {
  return renderToStaticMarkup(
    <LossLines
      lines={[
        {
          trial: { label: 'The ring', colour: 'blue', death: { afterStep, how: 'vanish' } },
          points: [1, upTo].map((x) => ({ x, loss: 0.5 })),
        },
      ]}
      end={160}
      lesson={{ smoothing: 5 }}
      words="Loss."
      {...(textPx && { textPx })}
    />,
  );
}

test('a death is marked where it was, once the curve has passed it', () => {
  expect(drawn(50)).not.toContain('a replica ended');
  expect(drawn(160)).toContain('aria-label="Loss. Step 60: a replica ended."');
  expect(drawn(160)).toContain('>a replica ended</text>');
});

test('the words of a death stand where they have room, and else are said of the picture only', () => {
  const anchorOf = (markup: string): string | undefined =>
    /text-anchor="(\w+)"[^>]*>a replica ended</.exec(markup)?.[1];
  expect(anchorOf(drawn(160, 60, 24))).toBe('start');
  expect(anchorOf(drawn(160, 120, 24))).toBe('end');
  expect(anchorOf(drawn(160, 60, 40))).toBeUndefined();
  expect(drawn(160, 60, 40)).toContain('Step 60: a replica ended.');
});
