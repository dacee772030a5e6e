// Elements of a page, made in one line each.

type Child = Node | string;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(words: string, onPress: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, words);
  made.addEventListener('click', onPress);
  return made;
}
