// A part of a screen whose code comes when it is shown first. Where it cannot be fetched, the rest of the screen stays, and
// a button tries again: a ring goes on training while its server is away. So the parts also come once the page is at rest,
// while the server is still there.
import { t } from '@lingui/core/macro';
import { useEffect, useReducer, useState, type ComponentType } from 'react';
import { savesData } from '../bridge/session/saves-data';
import { Button } from './button';
import css from './lazy-part.module.css';

/** The first seconds belong to the ring that begins. */
const restMs = 20_000;

const loaders: (() => Promise<unknown>)[] = [];

export type LazyPart<Props> = ComponentType<Props> & {
  /** Asks for the code before the part is shown; settles once it is here. What cannot be fetched is asked for again when it
   *  is shown. Never rejects. */
  readonly fetchAhead: () => Promise<void>;
};

/** `isQuiet`: takes no space before it is there, as a dialog. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false } = {},
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetchPart = async (): Promise<void> => {
    Loaded ??= await load();
  };
  loaders.push(fetchPart);
  function Part(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Loaded || hasFailed) return;
      let isCurrent = true;
      fetchPart().then(
        () => isCurrent && redraw(),
        () => isCurrent && setHasFailed(true),
      );
      return () => {
        isCurrent = false;
      };
    }, [hasFailed]);
    if (Loaded) return <Loaded {...props} />;
    if (hasFailed)
      return (
        <p className={css.failed} role="alert">
          {t`This part of the page could not be fetched.`}{' '}
          <Button isSmall onClick={() => setHasFailed(false)}>
            {t`Try again`}
          </Button>
        </p>
      );
    const { className = '' } = props as { readonly className?: string };
    return isQuiet ? null : (
      <div className={`${css.waiting} ${className}`} aria-busy="true">
        <p
          className={css.onPaper}
        >{t`This part was not here yet when the page was printed. Print once more.`}</p>
      </div>
    );
  }
  return Object.assign(Part, { fetchAhead: () => fetchPart().catch(() => undefined) });
}

/** Fetches what is not here yet, one part after the other. What cannot be fetched comes when it is shown. */
async function fetchParts(): Promise<void> {
  for (const load of loaders) await load().catch(() => undefined);
}

/** From now on the parts come once the page is at rest, or when the pointer leaves it for the browser's menu; not where
 *  the person’s browser shall save data. They also come when a person presses the key of shortcuts: paper shows all
 *  parts, and the browser prints at once. */
export function usePartsAtRest(): void {
  useEffect(() => {
    const fetchAll = (): void => void fetchParts();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Control' || key === 'Meta') fetchAll();
    };
    addEventListener('keydown', onKey);
    addEventListener('beforeprint', fetchAll);
    const page = savesData() ? undefined : document.documentElement;
    page?.addEventListener('mouseleave', fetchAll);
    const timer = page && setTimeout(fetchAll, restMs);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('beforeprint', fetchAll);
      page?.removeEventListener('mouseleave', fetchAll);
      clearTimeout(timer);
    };
  }, []);
}
