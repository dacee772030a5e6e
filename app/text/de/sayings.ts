// The German text of: sayings.
import { largeSize } from '../../../src/base/large-size';
import { counted, plural } from '../language';
import type { sayingsText } from '../sayings';

const size = (bytes: number): string => largeSize(bytes, 'MB', 'GB');

export const sayings = {
  'opened-ring': () => 'hat den Ring eröffnet',
  'opened-anew': () => 'niemand war mehr im Ring: neu eröffnet',
  'in-ring-with': (names) => `im Ring mit ${names}`,
  joined: (names, count) => `${names} ${plural(count, { one: 'ist', other: 'sind' })} dem Ring beigetreten`,
  'went-on-without': (names) => `macht ohne ${names} weiter, als eigene Linie`,
  'removed-by-host': (names, count) =>
    `${names} ${plural(count, { one: 'wurde', other: 'wurden' })} von der Leitung entfernt`,
  'removed-refused': (names, count) =>
    `${names} ${plural(count, { one: 'wurde', other: 'wurden' })} vom Ring entfernt`,
  'left-ring': (names, count) =>
    `${names} ${plural(count, { one: 'hat', other: 'haben' })} den Ring verlassen`,
  lost: (names, count) =>
    `${names} ${plural(count, { one: 'ist', other: 'sind' })} nicht mehr dabei: keine Antwort mehr`,
  'no-longer-in-ring': (names, count) =>
    `${names} ${plural(count, { one: 'ist', other: 'sind' })} nicht mehr im Ring`,
  'device-failed': (detail) => `das Gerät ist ausgefallen (${detail}) und wird neu gestartet`,
  'check-not-done': (detail) =>
    `das Gerät wurde nicht in den Größen des Modells geprüft (${detail}); es trainiert weiter, und kleinere Prüfungen gehen weiter`,
  'catch-up-failed': (detail) => `das Aufholen ist gescheitert (${detail})`,
  'step-retried': (detail, late) =>
    late === '' ? `Schritt wiederholt (${detail})` : `Schritt wiederholt: keine Antwort von ${late}`,
  'why-link-lost': () => 'eine Verbindung ging verloren',
  'why-bad-record': () => 'der Eintrag eines Mitglieds zu einem Schritt ließ sich nicht lesen',
  'why-unexpected': () => 'etwas Unerwartetes ist geschehen',
  'why-no-answer': () => 'keine Antwort zur rechten Zeit',
  'cannot-train': (name, detail) => `${name} kann hier nicht trainieren (${detail})`,
  'speaks-protocol': (theirs, ours) => `Protokoll ${theirs} statt ${ours}`,
  'hello-malformed': () => 'seine Begrüßung ist fehlerhaft',
  'plan-differs': () => 'Modellplan oder Daten sind andere als hier',
  'went-on-without-this': (generation, names) =>
    `der Ring machte ohne diese Replik weiter (Generation ${generation}): ${names}`,
  'joins-longer-ring': (name) =>
    `der Ring von ${name} hat mit mehr Beispielen trainiert: Diese Replik tritt ihm bei`,
  'fork-kept': (lineage, step, examples, replaced) =>
    `ein Stand der Linie ${lineage} ist aufbewahrt: Schritt ${counted(step)}, ${counted(examples)} Beispiele${replaced === '' ? '' : `; er ersetzt den der Linie ${replaced}`}`,
  'claimed-longer-ring': (names) =>
    `${names} nannte einen längeren Ring, ließ diese Replik aber nicht hinein`,
  'asks-again': (name) => `${name} verlangt grundlos neue Sichten und wird damit nicht mehr gehört`,
  floods: (name) => `${name} sendet zu viele Nachrichten: abgetrennt`,
  'sent-forbidden': (name, detail) => `${name} hat gesendet, was nicht erlaubt ist (${detail})`,
  'malformed-signal': (name) => `${name} hat ein fehlerhaftes Signal gesendet`,
  'no-connection-yet': (name, detail) => `noch keine Verbindung zu ${name} (${detail})`,
  'server-away': (detail) => `Der Raumserver ist weg (${detail}). Verbundene Mitglieder brauchen ihn nicht.`,
  'digests-disagree': () => 'die Prüfsummen stimmen nicht überein: Die Mehrheit gilt',
  'digests-disagree-evenly': () =>
    'die Prüfsummen stimmen nicht überein, ohne Mehrheit: Der niedrigste Rang gilt',
  'offer-not-valid': (detail) => `Das Angebot der Daten ist nicht gültig (${detail}).`,
  'sent-other-data': (name, what) =>
    `${name} hat etwas gesendet, das nicht zu den Daten der Leitung gehört (${what}), und wird nichts mehr gefragt.`,
  'not-host-command': (name, detail) =>
    `${name} hat einen Befehl gesendet, der nicht von der Leitung ist (${detail})`,
  'cut-off': (name) => `${name} sendet weiter Befehle, die nicht von der Leitung sind: abgetrennt`,
  refused: (by, name) =>
    `${by} hat abgelehnt, was ${name} gesendet hat: Der Teil dieses Schritts zählt nicht`,
  'refused-removed': (by, name) =>
    `${by} hat abgelehnt, was ${name} gesendet hat, und ${name} wird aus dem Ring entfernt`,
  'accuses-alone': (name, accused) =>
    `${name} lehnt als einzige Replik ab, was ${accused} gesendet hat, und wird vom Ring entfernt`,
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
    `Der Ring umgeht jetzt ${one}–${other}: Ein Stück braucht dort ${ms}\u00a0ms`,
  'only-host': () => 'Das darf nur die Leitung dieses Raums.',
  'run-unusable': (detail) => `Der gespeicherte Lauf lässt sich nicht verwenden (${detail}).`,
  'run-lacks-data': (name) => `Der gespeicherte Lauf braucht seine Daten, „${name}“: Gib zuerst die Datei.`,
  'not-kept': (detail) => `Der Lauf ließ sich auf diesem Gerät nicht aufbewahren (${detail})`,
  'not-kept-full': () =>
    'Der Lauf ließ sich auf diesem Gerät nicht aufbewahren: Der Speicher dieser Seite ist voll. Schaffe Platz auf dem Gerät oder speichere den Lauf als Datei.',
  'data-not-sent': (detail) => `Die Daten lassen sich nicht senden (${detail}).`,
  'hosts-now': () => 'Dieses Gerät leitet jetzt den Raum.',
  'hosts-no-more': () => 'Ein anderes Gerät leitet jetzt den Raum: Dieses ist ein gewöhnliches Mitglied.',
  'starting-engine': () => 'die Engine startet',
  'reading-text': () => 'der Text wird gelesen',
  compiling: () => 'das Modell wird übersetzt',
  'measuring-speed': () => 'dieses Gerät wird gemessen',
  'finding-device': () => 'das Gerät wird gesucht',
  'removed-unless': (seconds) =>
    `Der Ring sagt, dass dieses Gerät entfernt wurde: Weiß es in ${seconds}\u00a0s kein Mitglied besser, endet es hier.`,
  'nobody-left': () => 'Niemand ist mehr im Ring: Kommt niemand zurück, eröffnet ihn dieses Gerät neu.',
  'door-locked': (until) =>
    `Die Leitung hat den Raum abgeschlossen. Dieses Gerät wartet bis ${until}, ob sie die Tür öffnet.`,
  'door-host-away': (until) =>
    `Wartet bis ${until} auf die Leitung, die alle einzeln hereinlässt und gerade nicht da ist.`,
  'door-asks': (until) => `Wartet bis ${until}, dass die Leitung dieses Gerät hereinlässt.`,
  'door-asks-of': (until, hosts) => `Wartet bis ${until} darauf, von ${hosts} hereingelassen zu werden.`,
  'taking-over': () => 'der Lauf wird übernommen',
  'state-differs': () => 'dieses Gerät hält einen anderen Zustand als der Ring',
  'state-behind': () => 'dieses Gerät hält einen älteren Zustand',
  'fetching-sum': (step) => `die Summe von Schritt ${counted(step)} wird geholt`,
  'fetching-missed': () => 'eine verpasste Entscheidung wird geholt',
  'awaits-catch-up': (percent) => `Aufholen (${percent}\u00a0%)`,
  'awaits-inner-steps': () => 'innere Schritte',
  'awaits-record': () => 'Notiz zum letzten Schritt',
  'awaits-part': () => 'Teil der Summe',
  'all-steps-done': (steps) => `alle ${counted(steps)} Schritte sind getan`,
  'stopped-by-host': () => 'von der Leitung gestoppt',
  'room-ended': () => 'die Leitung hat diesen Raum für alle beendet',
  diverged: () => 'die Gradienten oder die Änderung waren nicht brauchbar',
  'server-out-of-reach': () => 'er ist von hier nicht zu erreichen',
  'server-ended-it': () => 'er hat die Verbindung beendet',
  'page-ended-it': () => 'diese Seite hat die Verbindung beendet',
  'server-silent': () => 'er ist nicht mehr zu hören',
  'server-lost': () => 'die Verbindung zu ihm ging verloren',
  'server-lacks-room': () => 'der Raumserver hat jetzt keinen solchen Raum',
  'refused-no-room': (room) => `es gibt keinen Raum ${room}`,
  'refused-wrong-key': (room) => `der Schlüssel gehört nicht zu Raum ${room}`,
  'refused-forged': (room) =>
    `die Beschreibung von Raum ${room}, die der Server gibt, ist nicht die seines Gründers`,
  'refused-key-missing': () => 'dieser Raum ist privat: Sein Schlüssel ist der Teil des Links nach #',
  'refused-wrong-version': () => 'der Raumserver spricht eine andere Version: Lade die Seite neu',
  'refused-room-full': () => 'jeder Platz im Raum ist besetzt',
  'refused-too-many-peers': () => 'zu viele Geräte teilen sich schon diese Adresse',
  'refused-too-many-rooms': () => 'jetzt lassen sich keine weiteren Räume öffnen',
  'refused-id-taken': () => 'dieses Gerät ist schon in einem Raum',
  'refused-rate-limited': () => 'zu viel auf einmal gefragt: Warte einen Augenblick',
  'refused-malformed': () => 'die Antwort des Raumservers gehört nicht zu diesem Protokoll',
  'no-connection-within': (name, seconds) => `keine Verbindung zu ${name} in ${seconds}\u00a0s`,
  'connection-closed': (name) => `die Verbindung zu ${name} wurde geschlossen`,
  'relay-ended': () => 'die weitergeleitete Verbindung endete',
  'its-turn': () => 'seinen Platz in der Reihe',
  'room-server': () => 'den Raumserver',
  'data-channel': () => 'einen Datenkanal',
  'first-relayed-packet': () => 'das erste Paket durch den Raumserver',
  'relayed-answer': () => 'die Antwort des anderen Endes durch den Raumserver',
  'other-end': () => 'dem anderen Ende',
  'took-longer': (what, seconds) => `mehr als ${seconds}\u00a0s gewartet auf ${what}`,
  'went-away-after': (detail) => `er hatte geantwortet und ging dann weg (${detail})`,
  'server-went-away': () => 'der Raumserver ging inzwischen weg',
  'nobody-introduces': () => 'kein Raumserver war da, um die beiden Enden bekannt zu machen',
  'webrtc-is-off': () => 'WebRTC fehlt in diesem Browser oder ist abgeschaltet',
  'kicked-by-host': () => 'die Leitung hat diese Replik aus dem Ring entfernt',
  'refused-at-door': () => 'die Leitung hat dieses Gerät nicht hereingelassen',
  'unplugged-by-host': () => 'die Leitung hat dieser Replik den Stecker gezogen',
  'evicted-by-ring': () =>
    'der Ring hat diese Replik entfernt: Ihre Beiträge wurden immer wieder abgelehnt, oder nur sie lehnte andere ab',
  'not-let-back-in': () =>
    'diese Replik wurde aus dem Ring entfernt, und die Leitung hat sie nicht wieder hereingelassen',
  'host-did-not-answer': (minutes) => `die Leitung hat ${minutes} Minuten lang nicht geantwortet`,
  'worker-not-started': () =>
    'Der Worker der Engine ist nicht gestartet. Lade diese Seite neu, um es noch einmal zu versuchen.',
  'worker-not-answering': (seconds) =>
    `Der Worker der Engine antwortet seit ${seconds}\u00a0s nicht. Lade diese Seite neu, um es noch einmal zu versuchen.`,
  'other-hosts-rights': () => 'die Leitungsrechte auf diesem Gerät gehören nicht zu diesem Raum',
  'examples-differ': (here, room) =>
    `die Daten haben auf diesem Gerät ${counted(here)} Beispiele, in diesem Raum ${counted(room)}`,
  'other-file': () => 'Das ist eine andere Datei als die des Raums.',
  'examples-do-not-fit': (detail) => `Diese Beispiele passen nicht (${detail}).`,
  'large-text-no-room': (bytes, inMemory) =>
    `Der Text hat ${size(bytes)}, und dieses Gerät hat dafür keinen Platz in einem eigenen Speicher: In seinen Arbeitsspeicher passt nur ein Text bis ${size(inMemory)}.`,
  'text-not-kept-full': () =>
    'Der Text passt nicht auf dieses Gerät: Sein Speicher ist voll. Gib Platz darauf frei, oder wähle einen kleineren Text.',
  'text-not-kept': (detail) => `Der Text kann auf diesem Gerät nicht behalten werden: ${detail}.`,
  'data-too-large': (bytes, most) => `es sind ${size(bytes)}, und höchstens ${size(most)} werden gesendet`,
  'not-the-rooms-data': () => 'die Leitung hat andere Daten gesendet, als der Raum verwendet',
  'storage-full': () => 'der Speicher dieser Seite ist voll: Gib auf diesem Gerät Platz frei',
  'storage-failed': (detail) => `der Speicher dieser Seite hat versagt (${detail})`,
  'files-not-here': () => 'dieses Gerät hat die Dateien des Laufs nicht',
  'offer-not-here': () => 'dieses Gerät hat nicht, was die Leitung anbietet',
  'copy-of-other-data': () => 'die Kopie auf diesem Gerät ist nicht das, was die Leitung anbietet',
  'data-not-kept-here': (detail) => `dieses Gerät kann die Daten nicht behalten (${detail})`,
  'kept-data-unusable': (detail) => `dieses Gerät kann nicht verwenden, was es behalten hat (${detail})`,
  'no-giver-free': (seconds) =>
    `kein Mitglied, das die Daten hat, hatte ${seconds} Sekunden lang einen Platz für dieses Gerät`,
  'no-giver-linked': (seconds) =>
    `kein Mitglied, das die Daten hat, ist seit ${seconds} Sekunden direkt verbunden`,
  'nothing-came': (seconds) => `${seconds} Sekunden lang kam nichts von einem Mitglied`,
  'data-cancelled': () => 'es wurde hier abgebrochen',
  'offer-taken-back': () => 'die Leitung hat das Angebot zurückgenommen',
  'replica-ended': () => 'diese Replik ist beendet',
  'nobody-offers-data': () => 'niemand in diesem Raum bietet gerade seine Daten an',
  'one-thread-not-isolated': () =>
    'Ein Thread: Diese Seite ist nicht von anderen Quellen isoliert (einfaches http im LAN).',
  'one-thread-many-replicas': (replicas) =>
    `Ein Thread: Die ${replicas} Repliken dieser Seite rechnen nebeneinander.`,
  'one-thread-short-steps': () => 'Ein Thread: Die Schritte dieses Modells sind zu kurz zum Teilen.',
  'one-thread-one-core': () => 'Ein Thread: Dieses Gerät hat einen Kern.',
  'one-thread-shared-cores': (replicas, cores) =>
    `Ein Thread: ${replicas} Repliken auf diesem Gerät teilen sich seine ${cores} Kerne.`,
  'one-thread-alone-starts': () => 'Ein Thread: Die anderen sind nicht gestartet.',
  'two-threads': () => '2 Threads, einer je Kern, solange sie schneller sind als einer.',
  'many-threads': (threads, cores) =>
    `${threads} Threads auf ${cores} Kernen, solange sie schneller sind als einer: Die Verbindungen und die Seite behalten einen Kern.`,
  'many-threads-shared': (threads, cores, replicas) =>
    `${threads} Threads auf ${cores} Kernen, die sich ${replicas} Repliken auf diesem Gerät teilen, solange sie schneller sind als einer: Die Verbindungen und die Seite behalten einen Kern.`,
  'takes-at-least': (ms) => `sie braucht mindestens ${ms}\u00a0ms`,
  'not-ready-in-time': () => 'sie war nicht rechtzeitig bereit',
  'no-webgpu-here': () => 'dieser Browser hat kein WebGPU (oder die Seite kommt nicht über HTTPS)',
  'no-adapter-here': () => 'WebGPU hat auf diesem Gerät keinen Grafikadapter gefunden',
  'engine-refused': (detail) => `eine Engine rechnet falsch und wird nicht mehr verwendet (${detail})`,
  'times-slower': (times) => `sie ist mehr als ${times}-mal langsamer`,
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
  'not-a-sender': () => 'von diesem Mitglied wird nichts erwartet',
  'wrong-chunk': () => 'dieses Mitglied schickt es nie hierher',
  'wrong-segment': (count) => `was summiert wird, hat nur ${counted(count)} Segmente`,
  'wrong-offset': (got, expected) => `es ist für Element ${counted(got)}, erwartet war ${counted(expected)}`,
  'wrong-length': (got, expected) => `es hat ${counted(got)} Bytes, erwartet waren ${counted(expected)}`,
  duplicate: () => 'schon angenommen',
  'too-early': () => 'dieser Beitrag ist noch nicht verschickt',
  'stray-frame': (generation, step) =>
    `sandte einen Teil der Summe von Schritt ${step} in Generation ${generation}, zu der es nicht gehört`,
  'frame-again': (generation, step) =>
    `noch einmal ein Frame der Generation ${counted(generation)}, Schritt ${counted(step)}`,
  'absurd-values': () => 'unmögliche Werte in einem Eintrag',
  'bad-record': () => 'ein Eintrag zu einem Schritt, der nicht möglich ist',
  'command-malformed': () => 'er ist fehlerhaft',
  'command-of-other-room': () => 'für einen anderen Raum unterschrieben',
  'command-not-signed': () => 'nicht von der Leitung dieses Raums unterschrieben',
  'offer-old': () => 'ein späteres ist bekannt',
  'offer-false': () => 'es ist nicht das, was die Leitung dieses Raums unterschrieben hat',
  'false-list': () => 'eine Liste von Stücken',
  'false-shard': (shard) => `Stück ${counted(shard)}`,
  'source-lacks-state': () => 'hat den Zustand nicht, um den es gebeten wurde',
  'source-sent-false': () => 'hat einen Block des Zustands geschickt, der nicht echt ist',
  'source-silent': () => 'antwortet nicht mit dem Zustand',
  'state-not-fetched': () => 'der Zustand des Rings ließ sich nicht holen',
  'engine-device-lost': () => 'die GPU ist weg',
  'engine-out-of-memory': () => 'ihr Speicher ist voll',
  'engine-gpu-error': () => 'die GPU hat einen Fehler gemeldet',
  'engine-bad-model': () => 'die Schichten des Modells passen nicht zusammen',
  'engine-model-does-not-fit': () => 'das Modell passt nicht auf dieses Gerät',
  'engine-wrong-answers': () => 'eine bekannte Aufgabe kam falsch heraus',
  'engine-aborted': () => 'sie wurde angehalten',
  'own-other-shape': (room, here) => `die Beispiele dieses Raums sind ${room}, diese sind ${here}`,
  'own-more-classes': (room, here) =>
    `dieser Raum hat ${counted(room)} Klassen, diese Beispiele haben ${counted(here)}`,
  'own-other-names': (room, here) => `die Klassen dieses Raums sind ${room}, die dieser Beispiele ${here}`,
  'without-names': () => 'ohne Namen',
  'names-and-more': (names, more) => `${names} und ${counted(more)} weitere`,
} satisfies typeof sayingsText;
