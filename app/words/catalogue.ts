// A catalogue: sentences of one part of the page, by id, in the current language. Until they are here a sentence reads '…';
// where those of a language cannot be fetched, the English ones are shown.
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { addCatalogue, language, type Language } from './language';

/** Loaders by path: './de/rest.po'. */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

/** `english`: where the page brings the English sentences itself; then `files` has none. */
export function catalogue(files: Files, english?: Messages): I18n {
  const inCode = import.meta.env.PROD ? { missing: () => '…' } : {};
  const i18n = setupI18n({ locale: 'en', messages: { en: english ?? {} }, ...inCode });
  let shown: Language | undefined = english && 'en';
  const show = async (next: Language): Promise<boolean> => {
    const messages = (next === 'en' && english) || (await messagesOf(files, next));
    if (!messages) return false;
    if (language() !== next && next !== 'en') return false;
    i18n.loadAndActivate({ locale: next, messages });
    shown = next;
    return true;
  };
  addCatalogue(async (next) => {
    if (shown === next) return false;
    try {
      return await show(next);
    } catch (error) {
      if (next === 'en' || shown !== undefined) throw error;
      await show('en');
      throw error;
    }
  });
  return i18n;
}

/** Undefined: the language has no such catalogue. */
async function messagesOf(files: Files, language: Language): Promise<Messages | undefined> {
  const found = Object.entries(files).find(([path]) => path.split('/')[1] === language);
  return found && ((await found[1]()) as { readonly messages: Messages }).messages;
}
