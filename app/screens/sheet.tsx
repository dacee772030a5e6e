// /privacy and /network: sheets to read and to print (app/sheets).
import { t } from '@lingui/core/macro';
import { isLoopback } from '../../src/replica/room-link';
import { usePublicAddress } from '../bridge/session/use-public-address';
import { Button } from '../ui/button';
import { networkSheet } from '../sheets/network';
import { privacySheet } from '../sheets/privacy';
import { Frame } from './frame';
import css from './sheet.module.css';

export default function SheetScreen({ name }: { name: 'privacy' | 'network' }) {
  const sheet = name === 'privacy' ? privacySheet() : networkSheet();
  return (
    <Frame title={sheet.title}>
      <h1 className={css.title}>{sheet.title}</h1>
      <p className={css.lead}>{sheet.lead}</p>
      {name === 'network' ? <ServerAddress /> : null}
      <div className={css.sections}>
        {sheet.sections.map(({ title, items }) => (
          <section key={title} className={css.section} aria-labelledby={idOf(title)}>
            <h2 id={idOf(title)}>{title}</h2>
            <ul>
              {items.map((item) =>
                typeof item === 'string' ? (
                  <li key={item}>{item}</li>
                ) : (
                  <li key={item[0]}>
                    <strong>{item[0]}.</strong> {item[1]}
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
      <p className={css.print}>
        <Button onClick={() => print()}>{t`Print this page`}</Button>
      </p>
    </Frame>
  );
}

function ServerAddress() {
  const address = usePublicAddress();
  return (
    <p className={css.address}>
      {t`The room server:`} <strong>{address}</strong>
      {isLoopback(address) ? (
        <span className={css.warning}>{t`This address works on this device only.`}</span>
      ) : null}
    </p>
  );
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
