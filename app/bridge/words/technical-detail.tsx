// What only English has behind a problem, and that it is so: a German or French sentence does not end in it unasked.
import { t } from '@lingui/core/macro';

export function TechnicalDetail({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      {' '}
      {t`In English, for whoever helps:`} <code lang="en">{text}</code>
    </>
  );
}
