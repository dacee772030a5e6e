// Text of a wall that nobody reads from eight metres.
import type { Page } from '@playwright/test';

/** Text under 24 px, or under 7:1 on the ground it stands on. */
export function hardToRead(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]: number[]): number =>
      [r, g, b]
        .map((each) => each / 255)
        .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
    const groundOf = (element: Element | null): number[] => {
      for (let at = element; at; at = at.parentElement) {
        const ground = channels(getComputedStyle(at).backgroundColor);
        if ((ground[3] ?? 1) > 0) return ground;
      }
      return [255, 255, 255];
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let seen = 0;
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const element = walker.currentNode.parentElement!;
      if (text === '' || !element.checkVisibility()) continue;
      // A sentence for those who cannot see the picture has no room.
      if (element.getBoundingClientRect().width <= 1) continue;
      seen++;
      const style = getComputedStyle(element);
      const isDrawn = element instanceof SVGElement;
      const [a, b] = [light(channels(isDrawn ? style.fill : style.color)), light(groundOf(element))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 7) found.push(`${text}: contrast ${contrast.toFixed(2)}`);
      if (parseFloat(style.fontSize) < 24) found.push(`${text}: ${style.fontSize}`);
    }
    return seen < 5 ? ['hardly any text was found'] : found;
  });
}
