// The command that most members have shown as their first for several headers in a row, while some lack it (H20). It is
// due: nobody keeps the others from the host's word. One of these for each view: all its members see the same headers.
import type { HeaderRecord } from '../header/header-record';

/** The number of members from which on one alone can hold nothing up. */
const fewestGuarded = 4;
/** A command goes before the record that shows it, over the same links; what a lost link took comes with the next one. */
const patientHeaders = 6;
const none = '0'.repeat(16);

export class OverdueCommand {
  #shown = none;
  #headers = 0;

  /** The fingerprint of the overdue command; undefined: none is overdue. */
  see(records: readonly Pick<HeaderRecord, 'firstCommand'>[]): string | undefined {
    const shown = records.length < fewestGuarded ? none : mostShown(records);
    this.#headers = shown === this.#shown ? this.#headers + 1 : 1;
    this.#shown = shown;
    return shown !== none && this.#headers > patientHeaders ? shown : undefined;
  }
}

/** What more than half show. */
function mostShown(records: readonly Pick<HeaderRecord, 'firstCommand'>[]): string {
  const counts = new Map<string, number>();
  for (const { firstCommand } of records) counts.set(firstCommand, (counts.get(firstCommand) ?? 0) + 1);
  return [...counts].find(([, count]) => count * 2 > records.length)?.[0] ?? none;
}
