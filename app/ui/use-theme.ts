// A number that changes with the theme: a canvas is then drawn again in the new colours.
import { useEffect, useState } from 'react';

export function useTheme(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const changed = (): void => setVersion((last) => last + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    system.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', changed);
    };
  }, []);
  return version;
}
