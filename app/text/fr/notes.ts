// The French text of: notes.
import { largeSize } from '../../../src/base/large-size';
import { counted, plural } from '../language';
import type { notesText } from '../notes';

const size = (bytes: number): string => largeSize(bytes, 'Mo', 'Go');
const visible = (delimiter: string): string => (delimiter === '\t' ? '⇥' : delimiter);

export const notes = {
  'first-part': (used, of) =>
    `Les premiers ${size(used)} sur ${size(of)} sont utilisés : le texte est plus long que ce qui tient.`,
  'first-part-of-more': (used) =>
    `Les premiers ${size(used)} du texte sont utilisés : il est plus long que ce qui tient.`,
  'first-texts': (texts) =>
    `Les ${counted(texts)} premiers textes sont utilisés : le fichier en a plus qu’il n’en tient.`,
  'many-characters': (most) =>
    `Le texte a plus de ${counted(most)} caractères différents : ses tokens sont donc des paires d’octets.`,

  'first-rows': (rows) =>
    `Les ${counted(rows)} premières lignes sont utilisées : le fichier en a plus qu’il n’en tient.`,
  'rows-without-class': (rows) =>
    plural(rows, {
      one: `${counted(rows)} ligne sans classe est laissée de côté.`,
      other: `${counted(rows)} lignes sans classe sont laissées de côté.`,
    }),
  'names-on-line': (line, before) =>
    `Les noms des colonnes sont à la ligne ${counted(line)}. ${plural(before, { one: 'La ligne qui précède est sautée', other: `Les ${counted(before)} lignes qui précèdent sont sautées` })}.`,
  'names-doubtful': (line) =>
    `La ligne ${counted(line)} est prise pour les noms des colonnes, mais pourrait être un exemple.`,
  'second-names': (line) =>
    `La ligne ${counted(line)} a des mots là où les autres ont des nombres : elle est sautée.`,
  'no-names': (line) =>
    `Aucune ligne ne nomme les colonnes : la ligne ${counted(line)} est le premier exemple, et les colonnes s’appellent « column 1 », « column 2 », etc.`,
  'no-names-doubtful': (line) =>
    `La ligne ${counted(line)} est prise pour un exemple, mais pourrait nommer les colonnes.`,
  'first-lines-skipped': (lines) =>
    plural(lines, {
      one: 'Une ligne avant le premier exemple est sautée.',
      other: `${counted(lines)} lignes avant le premier exemple sont sautées.`,
    }),
  'delimiter-guessed': (delimiter, other) =>
    `Les valeurs sont séparées à « ${visible(delimiter)} ». « ${visible(other)} » conviendrait aussi.`,
  'lines-of-comments': (lines) =>
    plural(lines, {
      one: 'Une ligne qui commence comme un commentaire est sautée.',
      other: `${counted(lines)} lignes qui commencent comme des commentaires sont sautées.`,
    }),
  'lines-uneven': (lines, first, values, width) =>
    lines === 1
      ? `La ligne ${counted(first)} a ${counted(values)} ${plural(values, { one: 'valeur', other: 'valeurs' })} au lieu de ${counted(width)} et est laissée de côté.`
      : `${counted(lines)} lignes ont plus ou moins de ${counted(width)} valeurs, la première est la ligne ${counted(first)} : elles sont laissées de côté.`,
  'names-again': (lines) =>
    plural(lines, {
      one: 'Les noms des colonnes reviennent une fois : cette ligne est sautée.',
      other: `Les noms des colonnes reviennent ${counted(lines)} fois : ces lignes sont sautées.`,
    }),
  'target-guessed': (column, others) =>
    `La colonne à apprendre est devinée : « ${column} ». Tout aussi possible : ${others}.`,
  'numbers-read-so': (column, more, cell, value) =>
    `Dans la colonne « ${column} »${more > 0 ? ` et ${counted(more)} de plus` : ''}, « ${cell} » est le nombre ${value}.`,
  'numbers-unclear': (column, cell, value, other) =>
    `Dans la colonne « ${column} », « ${cell} » est lu comme ${value}. Ce pourrait être ${other} : aucun nombre de la colonne ne tranche.`,
  'gaps-in-texts': (column, word) =>
    `« ${word} » dans la colonne « ${column} » est une valeur manquante, comme dans les colonnes de nombres de ce fichier.`,
  'column-is-index': (column) =>
    `La colonne « ${column} » est laissée de côté : elle ne fait que nommer ou numéroter les lignes.`,
  'column-like-index': (column) =>
    `La colonne « ${column} » a un autre nombre entier à chaque ligne. S’il ne fait que nommer les lignes, retirez-la du fichier.`,
  'column-empty': (column) => `La colonne « ${column} » est laissée de côté : elle est vide.`,
  'column-constant': (column) =>
    `La colonne « ${column} » est laissée de côté : elle a partout la même valeur.`,
  'column-of-row-numbers': (column) =>
    `La colonne « ${column} » est laissée de côté : elle numérote les lignes.`,
  'column-hardly-changes': (column) =>
    `La colonne « ${column} » est laissée de côté : elle ne change presque pas.`,
  'column-mixed': (column, cell, line) =>
    `La colonne « ${column} » est laissée de côté : elle a « ${cell} » parmi ses nombres, à la ligne ${counted(line)}.`,
  'column-of-many-texts': (column, most) =>
    `La colonne « ${column} » est laissée de côté : elle a plus de ${counted(most)} textes différents.`,
  'column-of-other-type': (column, type) =>
    `La colonne « ${column} » (${type}) est laissée de côté : son type n’est pas lu.`,
  'columns-of-other-types': (count) => `Autres colonnes dont le type n’est pas lu : ${counted(count)}.`,
  'columns-with-long-names': (most, count) =>
    `Colonnes laissées de côté, dont le nom a plus de ${counted(most)} caractères : ${counted(count)}.`,
  'columns-beyond': (most, count) =>
    `Colonnes laissées de côté, après les ${counted(most)} premières : ${counted(count)}.`,

  'field-late': (field, line, after) =>
    `Le champ « ${field} » est laissé de côté : il vient pour la première fois à la ligne ${counted(line)}, après les ${counted(after)} premières.`,
  'fields-late': (count, isAtLeast) =>
    `Autres champs qui viennent aussi tard : ${isAtLeast ? 'au moins ' : ''}${counted(count)}.`,
  'fields-without-names': (most, count) =>
    `Champs laissés de côté, sans nom ou avec un nom de plus de ${counted(most)} caractères : ${counted(count)}.`,

  'images-beyond': (count) =>
    plural(count, {
      one: `${counted(count)} image de plus qu’il n’en tient n’est pas utilisée.`,
      other: `${counted(count)} images de plus qu’il n’en tient ne sont pas utilisées.`,
    }),
  'first-images': (count, bytes) =>
    `Les ${counted(count)} premières images sont utilisées : le fichier en contient plus de ${counted(bytes)} octets.`,
  'rows-without-image': (count) => `Lignes laissées de côté, sans image : ${counted(count)}.`,

  'images-unreadable': (count, path) =>
    plural(count, {
      one: `${path} n’est pas lisible comme image PNG ou JPEG et est laissé de côté.`,
      other: `${counted(count)} fichiers ne sont pas lisibles comme images PNG ou JPEG, par exemple ${path} ; ils sont laissés de côté.`,
    }),
  'images-without-class': (count, folder) =>
    plural(count, {
      one: `${counted(count)} image directement dans le dossier « ${folder} » n’a pas de classe et est laissée de côté.`,
      other: `${counted(count)} images directement dans le dossier « ${folder} » n’ont pas de classe et sont laissées de côté.`,
    }),
  'parts-joined': (parts) =>
    `Les dossiers ${parts} sont lus comme un seul jeu : les images mises de côté sont tirées à nouveau.`,
  'classes-by-folder': (folder) =>
    `Les classes sont les dossiers de « ${folder} » : les dossiers qu’ils contiennent ne font que répartir leurs images.`,

  'zip-names-guessed': (codePage) =>
    `L’archive ne dit pas comment ses noms sont écrits : ils sont lus en ${codePage}.`,
  'one-of-files': (path, others) => `Seul ${path} est lu. Les autres ne le sont pas : ${others}.`,
  'read-as-utf-16': () => 'Le fichier est en UTF-16 : il est lu comme tel.',
  'read-as-western': () =>
    'Le fichier n’est pas en UTF-8. Il est lu comme Windows-1252 : vérifiez que des lettres comme ä et é sont justes.',
  'json-in-text': () => 'Le fichier ressemble à du JSON : ses lignes sont lues.',
  'table-in-text': () => 'Le fichier ressemble à un tableau : il est lu comme tel.',
  'texts-in-table': (field) => `Le tableau ne contient que des textes : ceux de « ${field} » sont lus.`,

  'tokens-of-no-text': (count, such) =>
    `${plural(count, { one: `${counted(count)} token qu’aucun texte n’a est laissé`, other: `${counted(count)} tokens qu’aucun texte n’a sont laissés` })} de côté${such === '' ? '' : `, comme «\u202f${such}\u202f»`}.`,
  'words-cut-otherwise': () =>
    'Lockstep coupe les mots selon sa propre règle, pas celle de GPT-2\u00a0: certains mots reçoivent d’autres tokens du modèle.',

  'first-file': (of) => `Le premier des ${counted(of)} fichiers de cette partie est utilisé.`,
} satisfies typeof notesText;
