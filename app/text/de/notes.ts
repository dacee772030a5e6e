// The German text of: notes.
import { largeSize } from '../../../src/base/large-size';
import { counted, plural } from '../language';
import type { notesText } from '../notes';

const size = (bytes: number): string => largeSize(bytes, 'MB', 'GB');
const visible = (delimiter: string): string => (delimiter === '\t' ? '⇥' : delimiter);

export const notes = {
  'first-part': (used, of) =>
    `Verwendet werden die ersten ${size(used)} von ${size(of)}: Der Text ist länger, als hineinpasst.`,
  'first-part-of-more': (used) =>
    `Verwendet werden die ersten ${size(used)} des Textes: Er ist länger, als hineinpasst.`,
  'first-texts': (texts) =>
    `Verwendet werden die ersten ${counted(texts)} Texte: Die Datei hat mehr, als hineinpassen.`,
  'many-characters': (most) =>
    `Der Text hat mehr als ${counted(most)} verschiedene Zeichen, darum sind seine Token Bytepaare.`,

  'first-rows': (rows) =>
    `Verwendet werden die ersten ${counted(rows)} Zeilen: Die Datei hat mehr, als hineinpassen.`,
  'rows-without-class': (rows) =>
    plural(rows, {
      one: `${counted(rows)} Zeile ohne Klasse wird weggelassen.`,
      other: `${counted(rows)} Zeilen ohne Klasse werden weggelassen.`,
    }),
  'names-on-line': (line, before) =>
    `Die Namen der Spalten stehen in Zeile ${counted(line)}. ${plural(before, { one: 'Eine Zeile davor wird', other: `${counted(before)} Zeilen davor werden` })} übersprungen.`,
  'names-doubtful': (line) =>
    `Zeile ${counted(line)} gilt als die Namen der Spalten, könnte aber auch ein Beispiel sein.`,
  'second-names': (line) =>
    `Zeile ${counted(line)} hat Wörter, wo die anderen Zeilen Zahlen haben: Sie wird übersprungen.`,
  'no-names': (line) =>
    `Keine Zeile nennt die Spalten: Zeile ${counted(line)} ist das erste Beispiel, und die Spalten heißen „column 1“, „column 2“ und so weiter.`,
  'no-names-doubtful': (line) =>
    `Zeile ${counted(line)} gilt als ein Beispiel, könnte aber auch die Spalten nennen.`,
  'first-lines-skipped': (lines) =>
    plural(lines, {
      one: 'Eine Zeile vor dem ersten Beispiel wird übersprungen.',
      other: `${counted(lines)} Zeilen vor dem ersten Beispiel werden übersprungen.`,
    }),
  'delimiter-guessed': (delimiter, other) =>
    `Die Werte werden bei „${visible(delimiter)}“ getrennt. Auch „${visible(other)}“ würde passen.`,
  'lines-of-comments': (lines) =>
    plural(lines, {
      one: 'Eine Zeile, die wie ein Kommentar beginnt, wird übersprungen.',
      other: `${counted(lines)} Zeilen, die wie Kommentare beginnen, werden übersprungen.`,
    }),
  'lines-uneven': (lines, first, values, width) =>
    lines === 1
      ? `Zeile ${counted(first)} hat ${counted(values)} ${plural(values, { one: 'Wert', other: 'Werte' })} statt ${counted(width)} und wird ausgelassen.`
      : `${counted(lines)} Zeilen haben mehr oder weniger Werte als ${counted(width)}, die erste davon ist Zeile ${counted(first)}: Sie werden ausgelassen.`,
  'names-again': (lines) =>
    plural(lines, {
      one: 'Die Namen der Spalten kommen noch einmal: Diese Zeile wird übersprungen.',
      other: `Die Namen der Spalten kommen noch ${counted(lines)}-mal: Diese Zeilen werden übersprungen.`,
    }),
  'target-guessed': (column, others) =>
    `Die Spalte, die gelernt wird, ist geraten: „${column}“. Ebenso möglich: ${others}.`,
  'numbers-read-so': (column, more, cell, value) =>
    `In der Spalte „${column}“${more > 0 ? ` und ${counted(more)} weiteren` : ''} ist „${cell}“ die Zahl ${value}.`,
  'numbers-unclear': (column, cell, value, other) =>
    `In der Spalte „${column}“ wird „${cell}“ als ${value} gelesen. Auch ${other} wäre möglich: Keine Zahl der Spalte entscheidet es.`,
  'gaps-in-texts': (column, word) =>
    `„${word}“ in der Spalte „${column}“ ist eine Lücke, wie in den Zahlenspalten dieser Datei.`,
  'column-is-index': (column) =>
    `Die Spalte „${column}“ wird weggelassen: Sie benennt oder nummeriert nur die Zeilen.`,
  'column-like-index': (column) =>
    `Die Spalte „${column}“ hat in jeder Zeile eine andere ganze Zahl. Wenn sie die Zeilen nur benennt, entferne sie aus der Datei.`,
  'column-empty': (column) => `Die Spalte „${column}“ wird weggelassen: Sie ist leer.`,
  'column-constant': (column) => `Die Spalte „${column}“ wird weggelassen: Sie hat überall denselben Wert.`,
  'column-of-row-numbers': (column) => `Die Spalte „${column}“ wird weggelassen: Sie nummeriert die Zeilen.`,
  'column-hardly-changes': (column) => `Die Spalte „${column}“ wird weggelassen: Sie ändert sich kaum.`,
  'column-mixed': (column, cell, line) =>
    `Die Spalte „${column}“ wird weggelassen: Unter ihren Zahlen steht in Zeile ${counted(line)} „${cell}“.`,
  'column-of-many-texts': (column, most) =>
    `Die Spalte „${column}“ wird weggelassen: Sie hat mehr als ${counted(most)} verschiedene Texte.`,
  'column-of-other-type': (column, type) =>
    `Die Spalte „${column}“ (${type}) wird weggelassen: Ihr Typ wird nicht gelesen.`,
  'columns-of-other-types': (count) => `Weitere Spalten, deren Typ nicht gelesen wird: ${counted(count)}.`,
  'columns-with-long-names': (most, count) =>
    `Weggelassene Spalten, deren Name mehr als ${counted(most)} Zeichen hat: ${counted(count)}.`,
  'columns-beyond': (most, count) =>
    `Weggelassene Spalten nach den ersten ${counted(most)}: ${counted(count)}.`,

  'field-late': (field, line, after) =>
    `Das Feld „${field}“ wird weggelassen: Es kommt zuerst in Zeile ${counted(line)} vor, nach den ersten ${counted(after)}.`,
  'fields-late': (count, isAtLeast) =>
    `Weitere Felder, die so spät kommen: ${isAtLeast ? 'mindestens ' : ''}${counted(count)}.`,
  'fields-without-names': (most, count) =>
    `Weggelassene Felder ohne Namen oder mit einem von mehr als ${counted(most)} Zeichen: ${counted(count)}.`,

  'images-beyond': (count) =>
    plural(count, {
      one: `${counted(count)} Bild mehr, als hineinpassen, wird nicht verwendet.`,
      other: `${counted(count)} Bilder mehr, als hineinpassen, werden nicht verwendet.`,
    }),
  'first-images': (count, bytes) =>
    `Verwendet werden die ersten ${counted(count)} Bilder: Die Datei hat mehr als ${counted(bytes)} Bytes davon.`,
  'rows-without-image': (count) => `Weggelassene Zeilen ohne Bild: ${counted(count)}.`,

  'images-unreadable': (count, path) =>
    plural(count, {
      one: `${path} lässt sich nicht als PNG- oder JPEG-Bild lesen und wird weggelassen.`,
      other: `${counted(count)} Dateien lassen sich nicht als PNG- oder JPEG-Bild lesen, zum Beispiel ${path}; sie werden weggelassen.`,
    }),
  'images-without-class': (count, folder) =>
    plural(count, {
      one: `${counted(count)} Bild direkt im Ordner „${folder}“ hat keine Klasse und wird weggelassen.`,
      other: `${counted(count)} Bilder direkt im Ordner „${folder}“ haben keine Klasse und werden weggelassen.`,
    }),
  'parts-joined': (parts) =>
    `Die Ordner ${parts} werden als eine Menge gelesen: Welche Bilder zurückgehalten werden, wird neu ausgelost.`,
  'classes-by-folder': (folder) =>
    `Die Klassen sind die Ordner in „${folder}“: Ordner darin teilen nur ihre Bilder auf.`,

  'zip-names-guessed': (codePage) =>
    `Das Archiv sagt nicht, wie die Namen darin geschrieben sind: Sie werden als ${codePage} gelesen.`,
  'one-of-files': (path, others) => `Nur ${path} wird gelesen. Die anderen nicht: ${others}.`,
  'read-as-utf-16': () => 'Die Datei ist in UTF-16 und wird so gelesen.',
  'read-as-western': () =>
    'Die Datei ist nicht in UTF-8. Sie wird als Windows-1252 gelesen: Sieh nach, ob Buchstaben wie ä und é stimmen.',
  'json-in-text': () => 'Die Datei sieht wie JSON aus, darum werden ihre Zeilen gelesen.',
  'table-in-text': () => 'Die Datei sieht wie eine Tabelle aus und wird darum als Tabelle gelesen.',
  'texts-in-table': (field) =>
    `Die Tabelle enthält nur Texte, darum werden die Texte von „${field}“ gelesen.`,

  'tokens-of-no-text': (count, such) =>
    `${plural(count, { one: `${counted(count)} Token, das in keinem Text vorkommt, wird`, other: `${counted(count)} Tokens, die in keinem Text vorkommen, werden` })} weggelassen${such === '' ? '' : `, zum Beispiel „${such}“`}.`,
  'words-cut-otherwise': () =>
    'Lockstep trennt Wörter nach einer eigenen Regel, nicht nach der von GPT-2: Manche Wörter bekommen andere Tokens des Modells.',

  'first-file': (of) => `Verwendet wird die erste von ${counted(of)} Dateien dieses Teils.`,
} satisfies typeof notesText;
