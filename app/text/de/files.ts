// The German text of: why files and saved runs cannot be used.
import type { filesText } from '../files';
import { counted, plural } from '../language';

export const files = {
  'image-file': () => 'die Bilddatei',
  'label-file': () => 'die Etikettendatei',
  'text-file': () => 'die Textdatei',
  'the-file': () => 'die Datei',

  'file-none': () => 'es wurde keine Datei angegeben',
  'file-empty': (name) => `${name} ist leer`,
  'file-unreadable': (name, detail) => `${name} lässt sich nicht lesen (${detail})`,
  'file-too-large': (name, mib, most) =>
    `${name} hat ${mib}\u00a0MiB, und höchstens ${most}\u00a0MiB werden gelesen: Wähle eine kleinere Datei`,
  'file-unpacks-to-more': (name, most) =>
    `${name} hat ausgepackt mehr als ${most}\u00a0MiB, und mehr wird nicht gelesen`,
  'file-above': (name, most) => `${name} hat mehr als ${most}\u00a0MiB`,
  'file-damaged': (name) => `${name} ist beschädigt oder abgeschnitten`,
  'file-changed': (name) => `${name} hat sich beim Lesen geändert`,
  'reader-silent': (seconds) =>
    `der Leser hat sich ${counted(seconds)} Sekunden lang nicht gemeldet: Die Datei ist vielleicht beschädigt oder zu groß für dieses Gerät`,
  'reader-cancelled': () => 'es wurde abgebrochen',
  'files-of-no-set': () =>
    'gib eine Datei an, die zwei Dateien eines IDX-Satzes oder Bilder in Ordnern nach Klassen',

  'save-as-csv': (name, format) =>
    `${name} hat das Format von ${format}, das nicht gelesen wird: Speichere die Tabelle darin als CSV und gib diese Datei an`,
  'save-as-text': (name, format) =>
    `${name} hat das Format von ${format}, das nicht gelesen wird: Speichere es als reinen Text (UTF-8) und gib diese Datei an`,
  'save-as-png': (name, format) =>
    `${name} ist ein Bild in ${format}, und das wird nicht gelesen: Speichere es als PNG oder JPEG`,
  'not-to-learn': (name, format) =>
    `${name} hat das Format von ${format}, aus dem hier nichts gelernt wird: Gib eine Tabelle, einen Text oder Bilder an`,
  'write-from-python': (name, format) =>
    `${name} hat das Format von ${format}, das nicht gelesen wird: Öffne es in Python und schreibe die Tabelle als CSV (DataFrame.to_csv)`,
  'weights-not-data': (name, format) =>
    `${name} enthält die Gewichte eines Modells (${format}), keine Daten, aus denen gelernt werden könnte`,
  'page-not-data': (name) =>
    `${name} ist eine Webseite und nicht die Datei, die der Name verspricht: Vielleicht wollte der Download, dass du dich anmeldest`,
  'pointer-not-data': (name) =>
    `${name} sagt nur, wo die Datei liegt (Git LFS): Lade die Datei selbst herunter`,
  'pack-as-zip': (name, format) =>
    `${name} ist ein Archiv von ${format}, das nicht gelesen wird: Packe es aus und gib den Ordner oder ein ZIP-Archiv davon an`,
  'unpack-first': (name, format) =>
    `${name} ist mit ${format} gepackt, und das wird nicht gelesen: Packe es aus und gib die Datei darin an`,
  'arrays-of-numpy': (name, format) =>
    `${name} enthält Arrays von ${format}, die nicht gelesen werden: Schreibe die Tabelle als CSV (numpy.savetxt) oder die Bilder als PNG, in einen Ordner je Klasse`,
  'zip-too-deep': (name) => `${name} ist ein Archiv in Archiven, mehr als geöffnet werden: Entpacke es`,
  'zip-empty': (name) => `${name} enthält keine Dateien`,
  'files-without-data': (name, such) =>
    `${name} enthält keine Tabelle, keinen Text und keine PNG- oder JPEG-Bilder, nur Dateien wie ${such}`,
  'several-files': (name, such) =>
    `${name} enthält mehrere Dateien, von denen gelernt werden könnte (${such}): Gib eine davon an`,

  'idx-alone': (path) =>
    `${path} ist eine von zwei IDX-Dateien: Gib die Bilder und die Etiketten zusammen an`,
  'idx-swapped': () => 'die Bilddatei enthält Etiketten und die Etikettendatei Bilder',
  'idx-no-images': () => 'die Bilddatei enthält eine Zahl je Beispiel, wie es Etiketten tun',
  'idx-no-labels': (dimensions) =>
    `die Etikettendatei hat ${counted(dimensions)} Dimensionen, wie eine Bilddatei`,
  'idx-float-labels': () =>
    'die Etikettendatei enthält Gleitkommazahlen mit 32 Bit; Etiketten sind Bytes ohne Vorzeichen',
  'idx-counts': (images, labels) =>
    `${counted(images)} ${plural(images, { one: 'Bild', other: 'Bilder' })}, aber ${counted(labels)} ${plural(labels, { one: 'Etikett', other: 'Etiketten' })}`,
  'idx-empty': () => 'die Dateien enthalten keine Beispiele',

  'text-empty': () => 'die Textdatei ist leer',
  'text-not-utf8': (line, byte) =>
    `Zeile ${counted(line)} der Textdatei (Byte ${counted(byte)}) ist kein Text in UTF-8: Speichere sie als UTF-8, oder wähle eine andere`,
  'text-binary': (line, byte, code) =>
    `Zeile ${counted(line)} der Textdatei (Byte ${counted(byte)}) enthält das Steuerzeichen ${code}: Sie ist binär, kein einfacher Text`,
  'text-cut': (line, byte) =>
    `Zeile ${counted(line)} der Textdatei endet mitten in einem Zeichen, bei Byte ${counted(byte)}: Sie ist abgeschnitten oder kein Text in UTF-8`,
  'text-too-short': (characters, least) =>
    `der Text hat ${counted(characters)} Zeichen; mindestens ${counted(least)} sind nötig`,
  'text-of-many-characters': (most) =>
    `der Text enthält mehr als ${counted(most)} verschiedene Zeichen: Wähle einen in einem kleineren Alphabet`,
  'text-unknown-character': (line, character) =>
    `Zeile ${counted(line)} des Textes enthält „${character}“, wofür das Modell kein Token hat`,
  'no-byte-pairs': () =>
    'keine zwei Bytes des Textes kommen zweimal zusammen vor, also sind keine Bytepaare zu lernen',
  'tokens-malformed': () => 'die Tokens, die der Lauf nennt, sind nicht wohlgeformt',
  'line-not-utf8': (line, name) =>
    `Zeile ${counted(line)} von ${name} ist kein Text in UTF-8: Speichere die Datei als UTF-8`,

  'first-lines-empty': (lines, name) =>
    plural(lines, {
      one: `die erste Zeile von ${name} ist leer`,
      other: `die ersten ${counted(lines)} Zeilen von ${name} sind leer`,
    }),
  'many-empty-lines': (name, line, most) =>
    `die leeren Zeilen von ${name} bis Zeile ${counted(line)} brauchen mehr als ${counted(most)} Bytes: Entferne sie`,
  'one-value': (name) =>
    `Zeile 1 von ${name} hat einen Wert: Eine Tabelle hat in jeder Zeile Werte mit Kommas dazwischen`,
  'many-values': (name, values, most) =>
    `Zeile 1 von ${name} hat ${counted(values)} Werte; höchstens ${counted(most)} werden gelesen`,
  'uneven-line': (line, name, values, first) =>
    `Zeile ${counted(line)} von ${name} hat ${counted(values)} ${plural(values, { one: 'Wert', other: 'Werte' })}, die erste Zeile ${counted(first)}`,
  'quote-ends-early': (line, name) =>
    `Zeile ${counted(line)} von ${name} hat ein Anführungszeichen, das nicht dort endet, wo sein Wert endet`,
  'row-without-end': (line, name) =>
    `die Tabellenzeile, die in Zeile ${counted(line)} von ${name} beginnt, endet nicht: Fehlt ein schließendes Anführungszeichen?`,
  'no-json-object': (line, name) =>
    `Zeile ${counted(line)} von ${name} ist kein JSON-Objekt wie {"text": "…"}`,
  'json-broken': (name) =>
    `${name} ist weder ein JSON-Wert noch hat jede Zeile ein JSON-Objekt: Die Datei ist vielleicht abgeschnitten`,
  'json-without-rows': (name) =>
    `${name} enthält keine Zeilen: Gelesen wird eine Liste von Objekten, ein Objekt aus Spalten oder ein Objekt je Zeile`,
  'json-too-long': (name, most) =>
    `${name} ist ein JSON-Wert von mehr als ${counted(most)} Millionen Zeichen: Schreibe ein Objekt je Zeile (JSON Lines)`,
  'long-line': (line, name, most) =>
    `Zeile ${counted(line)} von ${name} hat mehr als ${counted(most)} Zeichen`,
  'objects-without-fields': (name) => `die Objekte von ${name} haben keine Felder`,
  'objects-of-many-fields': (name, most) =>
    `die Objekte von ${name} haben mehr als ${counted(most)} verschiedene Felder`,
  'no-rows': (name) => `${name} hat keine Zeilen unter der ersten`,
  'no-column-of-classes': (name, most) =>
    `keine Spalte von ${name} enthält zwischen 2 und ${counted(most)} verschiedene Klassen`,
  'no-such-column': (name, column) => `${name} hat keine Spalte „${column}“`,
  'column-of-one-value': (column) =>
    `Spalte „${column}“ hat nur einen Wert, und es braucht mindestens zwei Klassen`,
  'column-of-amounts': (column) =>
    `Spalte „${column}“ enthält gemessene Zahlen; gelernt werden nur Klassen, keine Mengen`,
  'column-of-many-values': (column, most) =>
    `Spalte „${column}“ hat mehr als ${counted(most)} verschiedene Werte: zu viele für Klassen`,
  'nothing-to-learn-from': (name, column) =>
    `${name} hat keine Spalte, aus der sich „${column}“ lernen ließe`,
  'many-inputs': (name, inputs, most) =>
    `${name} ergibt ${counted(inputs)} Eingaben je Beispiel; höchstens ${counted(most)} werden gelesen`,
  'no-such-field': (name, field) => `${name} hat kein Feld „${field}“`,
  'no-columns': (name) => `${name} hat keine Spalten`,
  'images-elsewhere': (name) => `${name} verweist auf Bilder, die nicht darin sind`,

  'image-of-other-kind': (path) => `${path} wird nicht gelesen: Speichere die Bilder als PNG oder JPEG`,
  'neither-png-nor-jpeg': (name) => `${name} ist weder ein PNG- noch ein JPEG-Bild`,
  'no-images': (name) => `${name} enthält keine PNG- oder JPEG-Bilder`,
  'one-folder': (name) =>
    `alle Bilder von ${name} liegen in einem Ordner: Lege die jeder Klasse in einen Ordner mit ihrem Namen`,
  'many-folders': (name, folders, most) =>
    `${name} hat ${counted(folders)} Ordner mit Bildern; höchstens ${counted(most)} Klassen werden gelesen`,
  'many-pixels': (name, width, height) => `${name} gibt ${width} × ${height} Pixel an: zu viele oder keine`,
  'zip-of-4-gib': (name) => `${name} ist ein ZIP64-Archiv über 4\u00a0GiB: Packe einen Teil davon`,
  encrypted: (path) => `${path} ist verschlüsselt`,
  'packed-otherwise': (path, method) =>
    `${path} ist auf eine Art gepackt, die nicht gelesen wird (${method}): Packe es als einfaches ZIP`,

  'host-changed-file': (host) => `${host} hat jetzt eine andere Fassung der Datei`,
  'host-status': (host, status) => `${host} hat mit Status ${status} geantwortet`,
  'host-large-file': (host, most) =>
    `${host} hat eine Datei von mehr als ${counted(most)}\u00a0MiB, und mehr wird nicht heruntergeladen`,
  'host-closed-line': (host, bytes, of) =>
    `${host} hat die Verbindung nach ${counted(bytes)} von ${counted(of)} Bytes geschlossen`,
  'host-sent-nothing': (host, seconds) => `${host} hat ${seconds} Sekunden lang nichts gesendet`,
  'host-out-of-reach': (host) => `${host} ist nicht zu erreichen: Das Netz ist vielleicht weg oder sperrt es`,
  'download-not-kept': (host, detail) => `die Datei von ${host} kann nicht behalten werden (${detail})`,
  'unknown-dataset': (id) => `diese Fassung der Seite kennt den Datensatz „${id}“ nicht`,
  'dataset-name': () => 'ein Datensatz von Hugging Face hat einen Namen wie ylecun/mnist',
  'dataset-not-parquet': (name, detail) => `${name} lässt sich nicht als Parquet lesen (${detail})`,
  'dataset-without-files': (name) => `${name} hat keine Parquet-Dateien`,
  'dataset-without-part': (name, part) => `${name} hat keinen Teil „${part}“ mehr`,
  'other-answer': (host) => `${host} hat in einer anderen Form geantwortet als erwartet`,

  'nothing-to-save': () => 'diese Replik hält noch keine trainierten Parameter',
  'run-unreadable': (detail) => `die Datei lässt sich nicht mehr lesen (${detail})`,
  'run-too-large': (bytes, most) =>
    `die Datei hat ${counted(bytes)} Bytes; höchstens ${counted(most)} werden gelesen`,
  'run-without-memory': (detail) => `dieses Gerät hat für den Lauf keinen Speicher (${detail})`,
  'run-damaged': () => 'die Datei ist beschädigt',
  'no-safetensors': () => 'das ist keine Safetensors-Datei',
  'no-run-of-lockstep': () =>
    'die Datei enthält Tensoren, aber keinen Lauf von Lockstep; ist es ein GPT-2, gib config.json und tokenizer.json dazu an',
  'run-of-other-version': (version) => `die Datei ist von einer anderen Fassung von Lockstep (${version})`,
  'numbers-not-read': (tensor, dtype, read) =>
    `„${tensor}“ enthält Zahlen der Art ${dtype}; gelesen werden nur ${read}`,

  'no-weights': (name) => `unter den Dateien fehlt ${name}, die Gewichte des Modells`,
  'two-weights': (one, other) => `von „${one}“ und „${other}“ enthält eine die Gewichte: Gib nur sie an`,
  'shards-missing': (one) =>
    `„${one}“ ist eine von mehreren Dateien mit Gewichten, und es fehlen welche: Gib alle an`,
  'no-shape': (name) => `unter den Dateien fehlt ${name}, die Form des Modells: Gib sie mit den Gewichten an`,
  'no-vocabulary': (name) => `unter den Dateien fehlt ${name}, sein Vokabular: Gib sie mit den Gewichten an`,
  'file-twice': (name) => `${name} ist mehrfach dabei: Gib die Dateien eines Modells an`,
  'no-json': (name) => `${name} ist kein JSON`,
  'json-of-other-form': (name) => `${name} hat eine andere Form als erwartet`,
  'model-misfit': () => 'das Modell passt nicht',
  'model-of-other-type': (type) => `das Modell passt nicht: Es ist ein „${type}“, kein „gpt2“`,
  'model-of-many-tokens': (given, most) =>
    `das Modell passt nicht: Es hat ${counted(given)} Tokens; höchstens ${counted(most)} passen`,
  'model-of-many-positions': (given, most) =>
    `das Modell passt nicht: Es hat ${counted(given)} Stellen; höchstens ${counted(most)} passen`,
  'model-of-many-layers': (given, most) =>
    `das Modell passt nicht: Es hat ${counted(given)} Schichten; höchstens ${counted(most)} passen`,
  'model-of-many-channels': (given, most) =>
    `das Modell passt nicht: Es hat ${counted(given)} Kanäle; höchstens ${counted(most)} passen`,
  'tokenizer-misfit': () => 'der Tokenizer passt nicht',
  'settings-misfit': () => 'mit diesem Text und diesen Einstellungen ist der Lauf nicht möglich',

  'no-filters': () => 'die erste Schicht dieses Modells hat keine Filter auf einem Bild',
  'reads-no-text': () => 'dieses Modell liest keinen Text',
  'knows-no-character': () => 'das Modell kennt kein Zeichen dieses Textes',
  'writes-no-text': () => 'dieses Modell schreibt keinen Text',
  'no-examples-here': () => 'die Beispiele dieses Laufs sind nicht hier',
  'copy-misfit': () => 'die Kopie des Modells passt nicht zu ihrer eigenen Beschreibung',
  'no-model-yet': () => 'noch ist kein Modell gekommen',
  'model-of-other-data': () => 'das Modell in dieser Datei nimmt andere Daten als das Modell von jetzt',
  'playground-not-loaded': () => 'die Spielwiese ließ sich nicht laden',
  'playground-closed': () => 'die Spielwiese wurde geschlossen',
  'playground-silent': (seconds) => `die Spielwiese hat sich ${seconds} Sekunden lang nicht gemeldet`,
} satisfies typeof filesText;
