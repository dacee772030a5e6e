// The French text of: why files and saved runs cannot be used.
import type { filesText } from '../files';
import { counted, plural } from '../language';

export const files = {
  'image-file': () => 'le fichier des images',
  'label-file': () => 'le fichier des étiquettes',
  'text-file': () => 'le fichier de texte',
  'the-file': () => 'le fichier',

  'file-none': () => 'aucun fichier n’a été donné',
  'file-empty': (name) => `${name} est vide`,
  'file-unreadable': (name, detail) => `impossible de lire ${name} (${detail})`,
  'file-too-large': (name, mib, most) =>
    `${name} fait ${mib}\u00a0Mio, et ${most}\u00a0Mio au plus sont lus\u202f: choisissez un fichier plus petit`,
  'file-unpacks-to-more': (name, most) =>
    `${name} fait plus de ${most}\u00a0Mio une fois décompressé, et rien de plus n’est lu`,
  'file-above': (name, most) => `${name} fait plus de ${most}\u00a0Mio`,
  'file-damaged': (name) => `${name} est endommagé ou tronqué`,
  'file-changed': (name) => `${name} a changé pendant la lecture`,
  'reader-silent': (seconds) =>
    `le lecteur n’a pas donné signe de vie pendant ${counted(seconds)} secondes\u202f: le fichier est peut-être endommagé, ou trop grand pour cet appareil`,
  'reader-cancelled': () => 'la lecture a été annulée',
  'files-of-no-set': () =>
    'donnez un fichier, les deux fichiers d’un jeu IDX, ou des images dans un dossier par classe',

  'save-as-csv': (name, format) =>
    `${name} est au format de ${format}, qui n’est pas lu\u202f: enregistrez son tableau en CSV et donnez ce fichier`,
  'save-as-text': (name, format) =>
    `${name} est au format de ${format}, qui n’est pas lu\u202f: enregistrez-le en texte brut (UTF-8) et donnez ce fichier`,
  'save-as-png': (name, format) =>
    `${name} est une image ${format}, qui n’est pas lue\u202f: enregistrez-la en PNG ou JPEG`,
  'not-to-learn': (name, format) =>
    `${name} est au format de ${format}, dont rien n’est appris ici : donnez un tableau, un texte ou des images`,
  'write-from-python': (name, format) =>
    `${name} est au format de ${format}, qui n’est pas lu : ouvrez-le en Python et écrivez le tableau en CSV (DataFrame.to_csv)`,
  'weights-not-data': (name, format) =>
    `${name} contient les poids d’un modèle (${format}), pas des données dont on puisse apprendre`,
  'page-not-data': (name) =>
    `${name} est une page web et non le fichier que son nom annonce : le téléchargement demandait peut-être de se connecter`,
  'pointer-not-data': (name) =>
    `${name} indique seulement où se trouve le fichier (Git LFS) : téléchargez le fichier lui-même`,
  'pack-as-zip': (name, format) =>
    `${name} est une archive ${format}, qui n’est pas lue\u202f: décompressez-la et donnez le dossier ou une archive ZIP de celui-ci`,
  'unpack-first': (name, format) =>
    `${name} est compressé par ${format}, qui n’est pas lu\u202f: décompressez-le et donnez le fichier qu’il contient`,
  'arrays-of-numpy': (name, format) =>
    `${name} contient des tableaux de ${format}, qui ne sont pas lus\u202f: écrivez le tableau en CSV (numpy.savetxt), ou les images en PNG, dans un dossier par classe`,
  'zip-too-deep': (name) =>
    `${name} est une archive dans des archives, plus qu’on n’en ouvre : décompressez-la`,
  'zip-empty': (name) => `${name} ne contient aucun fichier`,
  'files-without-data': (name, such) =>
    `${name} ne contient ni tableau, ni texte, ni image PNG ou JPEG, seulement des fichiers comme ${such}`,
  'several-files': (name, such) =>
    `${name} contient plusieurs fichiers dont on peut apprendre (${such})\u202f: donnez-en un`,

  'idx-alone': (path) =>
    `${path} est l’un de deux fichiers IDX\u202f: donnez les images et les étiquettes ensemble`,
  'idx-swapped': () => 'le fichier des images contient des étiquettes, et celui des étiquettes des images',
  'idx-no-images': () => 'le fichier des images contient un nombre par exemple, comme des étiquettes',
  'idx-no-labels': (dimensions) =>
    `le fichier des étiquettes a ${counted(dimensions)} dimensions, comme un fichier d’images`,
  'idx-float-labels': () =>
    'le fichier des étiquettes contient des flottants de 32 bits\u202f; les étiquettes sont des octets non signés',
  'idx-counts': (images, labels) =>
    `${counted(images)} ${plural(images, { one: 'image', other: 'images' })}, mais ${counted(labels)} ${plural(labels, { one: 'étiquette', other: 'étiquettes' })}`,
  'idx-empty': () => 'les fichiers ne contiennent aucun exemple',

  'text-empty': () => 'le fichier de texte est vide',
  'text-not-utf8': (line, byte) =>
    `la ligne ${counted(line)} du fichier de texte (octet ${counted(byte)}) n’est pas du texte en UTF-8\u202f: enregistrez-le en UTF-8, ou choisissez-en un autre`,
  'text-binary': (line, byte, code) =>
    `la ligne ${counted(line)} du fichier de texte (octet ${counted(byte)}) contient le caractère de contrôle ${code}\u202f: il est binaire, ce n’est pas du texte simple`,
  'text-cut': (line, byte) =>
    `la ligne ${counted(line)} du fichier de texte finit au milieu d’un caractère, à l’octet ${counted(byte)}\u202f: il est tronqué, ou n’est pas en UTF-8`,
  'text-too-short': (characters, least) =>
    `le texte a ${counted(characters)} ${plural(characters, { one: 'caractère', other: 'caractères' })}\u202f; il en faut au moins ${counted(least)}`,
  'text-of-many-characters': (most) =>
    `le texte contient plus de ${counted(most)} caractères différents\u202f: choisissez-en un dans un alphabet plus petit`,
  'text-unknown-character': (line, character) =>
    `la ligne ${counted(line)} du texte contient «\u202f${character}\u202f», pour lequel le modèle n’a pas de token`,
  'no-byte-pairs': () =>
    'aucun couple d’octets ne revient deux fois dans le texte\u202f: il n’y a pas de paires d’octets à apprendre',
  'tokens-malformed': () => 'les tokens que nomme l’entraînement sont mal formés',
  'line-not-utf8': (line, name) =>
    `la ligne ${counted(line)} de ${name} n’est pas du texte en UTF-8\u202f: enregistrez le fichier en UTF-8`,

  'first-lines-empty': (lines, name) =>
    plural(lines, {
      one: `la première ligne de ${name} est vide`,
      other: `les ${counted(lines)} premières lignes de ${name} sont vides`,
    }),
  'many-empty-lines': (name, line, most) =>
    `les lignes vides de ${name} jusqu’à la ligne ${counted(line)} prennent plus de ${counted(most)} octets\u202f: supprimez-les`,
  'one-value': (name) =>
    `la ligne 1 de ${name} a une seule valeur\u202f: chaque ligne d’un tableau a des valeurs séparées par des virgules`,
  'many-values': (name, values, most) =>
    `la ligne 1 de ${name} a ${counted(values)} valeurs\u202f; ${counted(most)} au plus sont lues`,
  'uneven-line': (line, name, values, first) =>
    `la ligne ${counted(line)} de ${name} a ${counted(values)} ${plural(values, { one: 'valeur', other: 'valeurs' })}, la première en a ${counted(first)}`,
  'quote-ends-early': (line, name) =>
    `la ligne ${counted(line)} de ${name} a un guillemet qui ne finit pas là où finit sa valeur`,
  'row-without-end': (line, name) =>
    `la rangée qui commence à la ligne ${counted(line)} de ${name} ne finit pas\u202f: un guillemet est-il resté ouvert\u202f?`,
  'no-json-object': (line, name) =>
    `la ligne ${counted(line)} de ${name} n’est pas un objet JSON avec des champs`,
  'json-broken': (name) =>
    `${name} n’est ni une seule valeur JSON, ni un objet JSON par ligne\u202f: le fichier est peut-être tronqué`,
  'json-without-rows': (name) =>
    `${name} ne contient pas de lignes\u202f: une liste d’objets, un objet de colonnes ou un objet par ligne est lu`,
  'json-too-long': (name, most) =>
    `${name} est une valeur JSON de plus de ${counted(most)} millions de caractères\u202f: écrivez un objet par ligne (JSON Lines)`,
  'long-line': (line, name, most) =>
    `la ligne ${counted(line)} de ${name} a plus de ${counted(most)} caractères`,
  'objects-without-fields': (name) => `les objets de ${name} n’ont pas de champs`,
  'objects-of-many-fields': (name, most) =>
    `les objets de ${name} ont plus de ${counted(most)} champs différents`,
  'no-rows': (name) => `${name} n’a pas de lignes sous la première`,
  'no-column-of-classes': (name, most) =>
    `aucune colonne de ${name} ne contient entre 2 et ${counted(most)} classes différentes`,
  'no-such-column': (name, column) => `${name} n’a pas de colonne «\u202f${column}\u202f»`,
  'column-of-one-value': (column) =>
    `la colonne «\u202f${column}\u202f» n’a qu’une valeur, et il faut au moins deux classes`,
  'column-of-amounts': (column) =>
    `la colonne «\u202f${column}\u202f» contient des nombres mesurés\u202f; seules des classes s’apprennent, pas des quantités`,
  'column-of-many-values': (column, most) =>
    `la colonne «\u202f${column}\u202f» a plus de ${counted(most)} valeurs différentes\u202f: trop pour des classes`,
  'nothing-to-learn-from': (name, column) =>
    `${name} n’a aucune colonne d’où «\u202f${column}\u202f» pourrait s’apprendre`,
  'many-inputs': (name, inputs, most) =>
    `${name} donne ${counted(inputs)} entrées par exemple\u202f; ${counted(most)} au plus sont lues`,
  'no-such-field': (name, field) => `${name} n’a pas de champ «\u202f${field}\u202f»`,
  'no-columns': (name) => `${name} n’a pas de colonnes`,
  'images-elsewhere': (name) => `${name} renvoie à des images qu’il ne contient pas`,

  'image-of-other-kind': (path) => `${path} n’est pas lu\u202f: enregistrez les images en PNG ou JPEG`,
  'neither-png-nor-jpeg': (name) => `${name} n’est une image ni PNG ni JPEG`,
  'no-images': (name) => `${name} ne contient pas d’images PNG ou JPEG`,
  'one-folder': (name) =>
    `toutes les images de ${name} sont dans un seul dossier\u202f: mettez celles de chaque classe dans un dossier à son nom`,
  'many-folders': (name, folders, most) =>
    `${name} a ${counted(folders)} dossiers d’images\u202f; ${counted(most)} classes au plus sont lues`,
  'many-pixels': (name, width, height) => `${name} annonce ${width} × ${height} pixels\u202f: trop, ou aucun`,
  'zip-of-4-gib': (name) =>
    `${name} est une archive ZIP64 de plus de 4\u00a0Gio\u202f: n’en archivez qu’une partie`,
  encrypted: (path) => `${path} est chiffré`,
  'packed-otherwise': (path, method) =>
    `${path} est compressé par une méthode qui n’est pas lue (${method})\u202f: faites-en un ZIP simple`,

  'host-changed-file': (host) => `${host} a maintenant une autre version du fichier`,
  'host-status': (host, status) => `${host} a répondu par le statut ${status}`,
  'host-large-file': (host, most) =>
    `${host} a un fichier de plus de ${counted(most)}\u00a0Mio, et rien de plus n’est téléchargé`,
  'host-closed-line': (host, bytes, of) =>
    `${host} a fermé la connexion après ${counted(bytes)} octets sur ${counted(of)}`,
  'host-sent-nothing': (host, seconds) => `${host} n’a rien envoyé pendant ${seconds} secondes`,
  'host-out-of-reach': (host) =>
    `${host} est hors d’atteinte\u202f: le réseau est peut-être coupé, ou le bloque`,
  'download-not-kept': (host, detail) => `le fichier de ${host} ne peut pas être gardé (${detail})`,
  'unknown-dataset': (id) => `cette version de la page ne connaît pas le jeu de données «\u202f${id}\u202f»`,
  'dataset-name': () => 'un jeu de données de Hugging Face a un nom comme ylecun/mnist',
  'dataset-not-parquet': (name, detail) => `impossible de lire ${name} en Parquet (${detail})`,
  'dataset-without-files': (name) => `${name} n’a pas de fichiers Parquet`,
  'dataset-without-part': (name, part) => `${name} n’a plus de partie «\u202f${part}\u202f»`,
  'other-answer': (host) => `${host} a répondu sous une autre forme que prévu`,

  'nothing-to-save': () => 'cette réplique n’a pas encore de paramètres entraînés',
  'run-unreadable': (detail) => `le fichier ne peut plus être lu (${detail})`,
  'run-too-large': (bytes, most) =>
    `le fichier fait ${counted(bytes)} octets\u202f; ${counted(most)} au plus sont lus`,
  'run-without-memory': (detail) => `cet appareil n’a pas assez de mémoire pour l’entraînement (${detail})`,
  'run-damaged': () => 'le fichier est endommagé',
  'no-safetensors': () => 'ce n’est pas un fichier Safetensors',
  'no-run-of-lockstep': () =>
    'le fichier contient des tenseurs, mais pas d’entraînement de Lockstep\u202f; si c’est un GPT-2, donnez avec lui config.json et tokenizer.json',
  'run-of-other-version': (version) => `le fichier vient d’une autre version de Lockstep (${version})`,
  'numbers-not-read': (tensor, dtype, read) =>
    `«\u202f${tensor}\u202f» contient des nombres ${dtype}\u202f; seuls ${read} sont lus`,

  'no-weights': (name) => `il manque ${name}, les poids du modèle, parmi les fichiers`,
  'two-weights': (one, other) =>
    `de «\u202f${one}\u202f» et «\u202f${other}\u202f», l’un contient les poids\u202f: ne donnez que lui`,
  'shards-missing': (one) =>
    `«\u202f${one}\u202f» est l’un de plusieurs fichiers de poids, et il en manque\u202f: donnez-les tous`,
  'no-shape': (name) =>
    `il manque ${name}, la forme du modèle, parmi les fichiers\u202f: donnez-le avec les poids`,
  'no-vocabulary': (name) =>
    `il manque ${name}, son vocabulaire, parmi les fichiers\u202f: donnez-le avec les poids`,
  'file-twice': (name) => `il y a plus d’un ${name}\u202f: donnez les fichiers d’un seul modèle`,
  'no-json': (name) => `${name} n’est pas du JSON`,
  'json-of-other-form': (name) => `${name} a une autre forme que prévu`,
  'model-misfit': () => 'le modèle ne convient pas',
  'model-of-other-type': (type) =>
    `le modèle ne convient pas\u202f: c’est un «\u202f${type}\u202f», pas un «\u202fgpt2\u202f»`,
  'model-of-many-tokens': (given, most) =>
    `le modèle ne convient pas\u202f: il a ${counted(given)} tokens\u202f; ${counted(most)} au plus sont possibles`,
  'model-of-many-positions': (given, most) =>
    `le modèle ne convient pas\u202f: il a ${counted(given)} positions\u202f; ${counted(most)} au plus sont possibles`,
  'model-of-many-layers': (given, most) =>
    `le modèle ne convient pas\u202f: il a ${counted(given)} couches\u202f; ${counted(most)} au plus sont possibles`,
  'model-of-many-channels': (given, most) =>
    `le modèle ne convient pas\u202f: il a ${counted(given)} canaux\u202f; ${counted(most)} au plus sont possibles`,
  'tokenizer-misfit': () => 'le tokenizer ne convient pas',
  'settings-misfit': () => 'avec ce texte et ces réglages, l’entraînement n’est pas possible',

  'no-filters': () => 'la première couche de ce modèle n’a pas de filtres sur une image',
  'reads-no-text': () => 'ce modèle ne lit pas de texte',
  'knows-no-character': () => 'le modèle ne connaît aucun caractère de ce texte',
  'writes-no-text': () => 'ce modèle n’écrit pas de texte',
  'no-examples-here': () => 'les exemples de cet entraînement ne sont pas ici',
  'copy-misfit': () => 'la copie du modèle ne correspond pas à sa propre description',
  'no-model-yet': () => 'aucun modèle n’est encore arrivé',
  'model-of-other-data': () => 'le modèle de ce fichier prend d’autres données que le modèle de maintenant',
  'playground-not-loaded': () => 'le terrain de jeu n’a pas pu être chargé',
  'playground-closed': () => 'le terrain de jeu a été fermé',
  'playground-silent': (seconds) =>
    `le terrain de jeu n’a pas donné signe de vie pendant ${seconds} secondes`,
} satisfies typeof filesText;
