// The German text of: sayings.
import { counted, plural } from '../language';
import type { sayingsText } from '../sayings';

export const sayings = {
  'opened-ring': () => 'hat den Ring eröffnet',
  'opened-anew': () => 'niemand war mehr im Ring: neu eröffnet',
  'in-ring-with': (names) => `im Ring mit ${names}`,
  joined: (names, count) => `${names} ${plural(count, { one: 'ist', other: 'sind' })} dem Ring beigetreten`,
  'went-on-without': (names) => `macht ohne ${names} weiter, als eigene Linie`,
  'removed-by-host': (names, count) =>
    `${names} ${plural(count, { one: 'wurde', other: 'wurden' })} von der Leitung entfernt`,
  'removed-refused': (names, count) =>
    `${names} ${plural(count, { one: 'wurde', other: 'wurden' })} entfernt: Das Gesendete wurde abgelehnt`,
  'left-ring': (names, count) =>
    `${names} ${plural(count, { one: 'hat', other: 'haben' })} den Ring verlassen`,
  lost: (names, count) =>
    `${names} ${plural(count, { one: 'ist', other: 'sind' })} verloren: keine Antwort mehr`,
  'no-longer-in-ring': (names, count) =>
    `${names} ${plural(count, { one: 'ist', other: 'sind' })} nicht mehr im Ring`,
  'device-failed': (detail) => `das Gerät ist ausgefallen (${detail}) und wird neu gestartet`,
  'check-not-done': (detail) =>
    `das Gerät wurde nicht in den Größen des Modells geprüft (${detail}); es trainiert weiter, und kleinere Prüfungen gehen weiter`,
  'catch-up-failed': (detail) => `das Aufholen ist gescheitert (${detail})`,
  'step-retried': (detail, late) =>
    late === '' ? `Schritt wiederholt (${detail})` : `Schritt wiederholt: keine Antwort von ${late}`,
  'cannot-train': (name, detail) => `${name} kann hier nicht trainieren (${detail})`,
  'not-host-command': (name, detail) =>
    `${name} hat einen Befehl gesendet, der nicht von der Leitung ist (${detail})`,
  'cut-off': (name) => `${name} sendet weiter Befehle, die nicht von der Leitung sind: abgetrennt`,
  refused: (by, name) =>
    `${by} hat abgelehnt, was ${name} gesendet hat: Der Teil dieses Schritts zählt nicht`,
  'refused-removed': (by, name) =>
    `${by} hat abgelehnt, was ${name} gesendet hat, und ${name} wird aus dem Ring entfernt`,
  'claims-terms': (name, claimed, planned) =>
    `${name} meldet ${counted(claimed)} Terme, wo ${counted(planned)} geplant sind: Der Teil dieses Schritts zählt nicht`,
  'claims-terms-removed': (name, claimed, planned) =>
    `${name} meldet ${counted(claimed)} Terme, wo ${counted(planned)} geplant sind, und wird aus dem Ring entfernt`,
  withheld: (step, parts) => `Schritt ${counted(step)} ist ohne den Gradienten von ${parts}`,
  suspended: (name, untilStep) =>
    `${name} setzt bis Schritt ${counted(untilStep)} aus: Ein Mikro-Batch dauert dort mehr als doppelt so lang wie der Schritt der anderen`,
  'has-part-again': (name) => `${name} hat wieder einen Anteil`,
  'given-up': (step, count) =>
    `Schritt ${counted(step)}: ${counted(count)} ${plural(count, { one: 'Beispiel ist', other: 'Beispiele sind' })} aufgegeben: Der Gradient fehlte zweimal, oder zu viel wartet auf Wiederholung`,
  'spoils-before': (name) =>
    `auf Wort der Leitung verdirbt ${name} den nächsten Gradienten vor der eigenen Prüfung`,
  'spoils-after': (name) =>
    `auf Wort der Leitung verdirbt ${name} den nächsten Gradienten nach der eigenen Prüfung`,
  'source-left-out': (name, detail) => `${name} wird beim Aufholen ausgelassen (${detail})`,
  'update-not-finite': (step) =>
    `Schritt ${counted(step)}: Die Änderung war nicht endlich, alle haben sie ausgelassen`,
  'goes-around': (one, other, ms) =>
    `Der Ring umgeht jetzt ${one}–${other}: Diese Verbindung braucht ${ms} ms je Rahmen`,
  'only-host': () => 'Das darf nur die Leitung dieses Raums.',
  'run-unusable': (detail) => `Der gespeicherte Lauf lässt sich nicht verwenden (${detail}).`,
  'not-kept': (detail) => `Der Lauf ließ sich auf diesem Gerät nicht aufbewahren (${detail})`,
  'not-kept-full': () =>
    'Der Lauf ließ sich auf diesem Gerät nicht aufbewahren: Der Speicher dieser Seite ist voll. Schaffe Platz auf dem Gerät oder speichere den Lauf als Datei.',
  'data-not-sent': (detail) => `Die Daten lassen sich nicht senden (${detail}).`,
  'hosts-now': () => 'Dieses Gerät leitet jetzt den Raum.',
  'hosts-no-more': () => 'Ein anderes Gerät leitet jetzt den Raum: Dieses ist ein gewöhnliches Mitglied.',
  'starting-engine': () => 'die Engine startet',
  compiling: () => 'das Modell wird übersetzt',
  'finding-device': () => 'das Gerät wird gesucht',
  'removed-unless': (seconds) =>
    `Der Ring sagt, dass dieses Gerät entfernt wurde: Weiß es in ${seconds} s kein Mitglied besser, endet es hier.`,
  'nobody-left': () => 'Niemand ist mehr im Ring: Kommt niemand zurück, eröffnet ihn dieses Gerät neu.',
  'taking-over': () => 'der Lauf wird übernommen',
  'state-differs': () => 'dieses Gerät hält einen anderen Zustand als der Ring',
  'state-behind': () => 'dieses Gerät hält einen älteren Zustand',
  'fetching-missed': () => 'das Verpasste wird geholt',
  'awaits-catch-up': (percent) => `Aufholen (${percent} %)`,
  'awaits-inner-steps': () => 'innere Schritte',
  'awaits-record': () => 'Notiz zum letzten Schritt',
  'awaits-part': () => 'Teil der Summe',
  'all-steps-done': (steps) => `alle ${counted(steps)} Schritte sind getan`,
  'stopped-by-host': () => 'von der Leitung gestoppt',
  diverged: () => 'die Gradienten oder die Änderung waren nicht brauchbar',
  'sign-skipped': (skipped, of) => `${skipped} der letzten ${of} Schritte hatten keine endliche Summe`,
  'sign-loss-not-finite': () => 'der Verlust ist nicht endlich',
  'sign-loss-rose': (from, to) => `der Verlust stieg von ${from} auf ${to}`,
  'sign-long-gradient': (times) => `der Gradient ist ${times}-mal so lang wie zuvor`,
  'cause-batch-grew': (from, to, step, isLinear, warmup) =>
    `der Batch wuchs bei Schritt ${counted(step)} von ${counted(from)} auf ${counted(to)}, mit der ${isLinear ? 'linearen Regel' : 'Wurzelregel'} und ${warmup === 0 ? 'ohne Aufwärmen' : `${counted(warmup)} Schritten Aufwärmen`}`,
  'advice-warm-up': () =>
    'die Rate über einige Schritte steigen lassen, wenn der Batch wächst, oder die Wurzelregel nehmen',
  'advice-longer-warm-up': () => 'ein längeres Aufwärmen, die Wurzelregel oder eine kleinere Lernrate',
  'cause-rate-rose': (from, to, step) =>
    `die Lernrate stieg bis Schritt ${counted(step)} von ${from} auf ${to}`,
  'advice-go-back': (rate) => `zurück zu ${rate}`,
  'cause-faulty': (names) => `Beiträge von ${names} waren Ausreißer oder nicht endlich`,
  'advice-look-at-device': () => 'dieses Gerät ansehen; der Ring macht ohne das weiter, was es sendet',
  'cause-rate-high': (rate) => `die Lernrate ${rate} ist zu groß`,
  'cause-rate-high-unclipped': (rate, times) =>
    `die Lernrate ${rate} ist zu groß, ohne Begrenzung und mit ${times}-mal so langen Gradienten wie zuvor`,
  'advice-rate': (rate, hasServed, isUnclipped) =>
    `${hasServed ? 'zurück zu' : 'versuche'} ${rate}${isUnclipped ? ', oder begrenze die Gradienten' : ''}`,
} satisfies typeof sayingsText;
