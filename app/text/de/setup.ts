// The German text of: setup.
import type { setupText } from '../setup';

export const setup = {
  whatLearn: 'Was gelernt wird',
  yourOwnFiles: 'Eigene Dateien',
  tableTextImages:
    'Eine Tabelle, ein Text oder Bilder in Ordnern. Sie bleiben auf diesem Gerät, außer du schickst sie den Mitgliedern.',
  publicDataset: 'Ein öffentlicher Datensatz',
  mnistFashionMnist: 'MNIST, Fashion-MNIST, Shakespeare oder einer von Hugging Face, heruntergeladen.',
  loading: 'Wird geladen …',
  moreSettings: 'Mehr Einstellungen',
  linkBroughtThese:
    'Der Link hat diese Einstellungen mitgebracht. Was von der Vorlage abweicht, steht unter „Mehr Einstellungen“.',
  linkBroughtChoice: 'Der Link hat diese Wahl mitgebracht.',
  parametersActivations: (parameterCount, activationBytes) =>
    `${parameterCount} Parameter, ${activationBytes} Aktivierungen.`,
  filesGpt: (value) => `${value} oder die Dateien eines GPT-2`,
  checkpointFile: 'Oder eine Checkpoint-Datei',
  checkpointFile2: 'Eine Checkpoint-Datei',
  readingWholeFile: 'Die ganze Datei wird gelesen …',
  chooseDropHere:
    'Wähle sie oder lege sie hier ab: einen Checkpoint oder ein GPT-2, wie Transformers es speichert (model.safetensors, config.json und tokenizer.json). Es bleibt auf diesem Gerät.',
  fileCouldNot: 'die Datei ließ sich nicht lesen',
  picturesFromCamera: 'Bilder von der Kamera',
  nameTwoTen:
    'Benenne zwei bis zehn Klassen und nimm Bilder von jeder auf. Sie bleiben auf diesem Gerät, außer du sendest sie an die Mitglieder.',
} satisfies typeof setupText;
