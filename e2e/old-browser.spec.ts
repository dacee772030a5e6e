// A browser that cannot read the page’s script, or does not get it, shows words instead of nothing. A page that is drawn shows
// none of them.
import { expect, test } from './fixtures';

const words = {
  en: /This page has not loaded\. This browser may be too old/,
  de: /Diese Seite ist nicht geladen\. Vielleicht ist dieser Browser zu alt/,
  fr: /Cette page n’est pas chargée\. Ce navigateur est peut-être trop ancien/,
  es: /Esta página no se ha cargado\. Quizá este navegador sea demasiado antiguo/,
} as const;

test('a browser too old for the script says so, in four languages, after some seconds', async ({
  tabs,
  context,
}) => {
  tabs.expectErrors();
  await context.route('**/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const fresh = await? "syntax of later" : 0;' }),
  );
  const page = await tabs.open('/r/K7QM4PTX9');
  for (const [language, said] of Object.entries(words)) {
    const line = page.locator(`p[lang=${language}]`);
    await expect(line).toHaveText(said);
    await expect(line).toBeVisible();
  }
  await context.unroute('**/*.js');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(words.en)).toHaveCount(0);
});
