// A row of tabs and the panel of the chosen one. What is in the others is not mounted, so it costs nothing to draw.
import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode } from 'react';
import ui from './shape.module.css';
import css from './tabs.module.css';

export function Tabs<Id extends string>({
  label,
  value,
  tabs,
  onChange,
  comesIntoView = false,
  children,
}: {
  label: string;
  value: Id;
  tabs: readonly (readonly [id: Id, words: string])[];
  onChange: (id: Id) => void;
  /** The panel is what was asked for: it is brought into view at first, too. */
  comesIntoView?: boolean;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(comesIntoView ? undefined : value);
  useEffect(() => {
    if (shown.current === value) return;
    // It may begin below the screen. `nearest` moves nothing that can be seen.
    const block = shown.current === undefined ? 'start' : 'nearest';
    const frame = requestAnimationFrame(() => {
      shown.current = value;
      panel.current?.scrollIntoView({ block });
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Base.Root className={ui.stack} value={value} onValueChange={(next: Id) => onChange(next)}>
      <Base.List className={css.list} aria-label={label}>
        {tabs.map(([id, words]) => (
          <Base.Tab key={id} value={id} className={css.tab}>
            {words}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel ref={panel} value={value} className={css.panel}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
