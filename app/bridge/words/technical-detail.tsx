// What only English has behind a problem, and that it is so: a German or French sentence does not end in it unasked.
import { troubleText } from '../../text/trouble';

export function TechnicalDetail({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      {' '}
      {troubleText.technically} <code lang="en">{text}</code>
    </>
  );
}
