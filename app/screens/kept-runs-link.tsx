// Home’s way to the runs that this device keeps, where it keeps any.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { hasKeptRuns } from '../../src/replica/page/has-kept-runs';
import css from './home.module.css';

export default function KeptRunsLink() {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    hasKeptRuns().then(
      (has) => isCurrent && setIsThere(has),
      // A device that lets nothing be read keeps nothing.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return isThere ? (
    <p className={css.kept}>
      <Link href="/start">{t`Go on with a run that this device keeps`}</Link>
    </p>
  ) : null;
}
