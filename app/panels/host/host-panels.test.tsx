// What the host reads and what others are asked for: the controls, how others join, the end of a run, a missing file, and a
// saved run before it goes on.
import { expect, test } from 'vitest';
import { mlpPreset } from '../../../src/model/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import { moonsRun } from '../../../src/train/testing/moons-run';
import type { SavedRun } from '../../bridge/session/engine-room';
import { textConfig } from '../../../tools/lab/fixtures/runs';
import { drawn, markupAt, textAt, textOf, unsaid, type Said } from '../testing/drawn-panel';
import { speakIn } from '../../testing/speak-in';
import { FinishPanel } from './finish-panel';
import { StatusStrip } from '../activity/status-strip';
import { HostNews, HostPanel } from './host-panel';
import { KeepPanel } from './keep-panel';
import { NeedsFilePanel } from './needs-file-panel';
import { PlayRow } from './play-row';
import { ResumeProvider } from './resume-dialog';
import ResumeForm from './resume-form';
import { RunPanel } from './run-panel';
import { SharePanel } from './share-card';
import TransferForm from './transfer-form';

const ticket = { code: 'K7QM4PTX9', key: 'q3ZkT0m7vWcR2xYhLp9sNf', hostToken: undefined };
const ignore = (): void => undefined;
const missing = { kind: 'needs-file', what: 'idx', name: 'fashion-mnist', sha256: 'ab'.repeat(32) } as const;
const panels = {
  finish: <FinishPanel />,
  host: (
    <ResumeProvider>
      <HostPanel />
    </ResumeProvider>
  ),
  news: <HostNews />,
  play: <PlayRow />,
  keep: (
    <ResumeProvider>
      <KeepPanel />
    </ResumeProvider>
  ),
  needs: <NeedsFilePanel phase={missing} />,
  run: <RunPanel />,
  share: <SharePanel ticket={{ ...ticket, isOpen: true }} />,
  sharePrivate: <SharePanel ticket={{ ...ticket, isOpen: false }} />,
};

test.each([
  {
    panel: 'play',
    state: 'training-1',
    en: 'These need another replica in the ring.',
    de: 'Dazu braucht es eine zweite Replik im Ring.',
    fr: 'Il y faut une autre réplique dans l’anneau.',
  },
  {
    panel: 'share',
    state: 'lobby',
    en: 'Scan the picture or type the code. Everyone who opens the page and presses Join becomes a replica. Room code K7Q M4P TX9',
    de: 'Wer die Seite öffnet und „Beitreten“ drückt, wird eine Replik. Raumcode K7Q M4P TX9',
    fr: 'Chaque personne qui ouvre la page et appuie sur Rejoindre devient une réplique. Code de la salle K7Q M4P TX9',
  },
  {
    panel: 'share',
    state: 'locked',
    en: 'The door is locked: nobody new comes in until the host opens it.',
    de: 'Die Tür ist zu: Niemand Neues kommt herein, bis die Leitung sie öffnet.',
    fr: 'La porte est verrouillée : personne de nouveau n’entre avant que l’hôte l’ouvre.',
  },
  {
    panel: 'finish',
    state: 'finished',
    en: 'One model, trained in 3,000 steps by 3 replicas as one.',
    de: 'Ein Modell, in 3 000 Schritten trainiert, von 3 Repliken als einer.',
    fr: 'Un modèle, entraîné en 3 000 pas par 3 répliques comme une seule.',
  },
  {
    panel: 'needs',
    state: 'needs-file',
    en: 'Everyone trains on fashion-mnist, each from their own copy. Ask the host where to get it.',
    de: 'Alle trainieren mit fashion-mnist, jedes Gerät mit seiner eigenen Kopie. Frag die Leitung, woher man sie bekommt.',
    fr: 'Tout le monde s’entraîne sur fashion-mnist, chacun avec sa propre copie. Demandez à l’hôte où la trouver.',
  },
  {
    panel: 'needs',
    state: 'needs-file',
    en: 'Nothing is uploaded: your files stay on this device.',
    de: 'Nichts wird hochgeladen: Deine Dateien bleiben auf diesem Gerät.',
    fr: 'Rien n’est mis en ligne : vos fichiers restent sur cet appareil.',
  },
] satisfies readonly Said[])('$panel, $state: $en', async (said) => {
  expect(await unsaid([said], panels)).toEqual([]);
});

test('with two in the ring a host may try everything, and a guest has no controls', () => {
  expect(textAt('paused', panels.play)).not.toContain('These need another replica');
  expect(markupAt('training-3', panels.host)).toBe('');
  expect(markupAt('training-3', panels.play)).not.toContain('<input');
  expect(textAt('training-3', panels.play)).toMatch(
    /^Learning rate [\d.e-]+ Sums are sent as 32 bits each Line as it is/,
  );
});

test('a replica that still starts its engine shows no rate that it does not have', () => {
  const words = textAt('starting', panels.play, { kind: 'alone', replicas: 1 });
  expect(words).toMatch(/^Learning rate – Replicas/);
});

test('who waits stands at the top for the host, with the button that gives it, and for nobody else', () => {
  expect(textAt('door', panels.news)).toContain('2 wait at the door. Witty Puffin Let in Refuse');
  expect(textAt('strangers', panels.news)).toMatch(
    /61 places are held by .+ tabs\. Witty Puffin Free <b>Robert<\/b>; DROP Free .+ Free all 61 64 devices watch: /,
  );
  expect(textAt('claims', panels.news)).toMatch(/ says it has [\d,]+ examples of its own\. Count all [\d,]+/);
  expect(textAt('alone-4', panels.news, { kind: 'alone', replicas: 4 })).not.toContain('Let in');
  expect(markupAt('alarm', <StatusStrip />)).toContain('>Learning rate to 0.00300</button>');
});

test('a shut door invites nobody, and a private room says that its code alone opens nothing', () => {
  expect(textAt('locked', panels.share)).not.toContain('Everyone who opens the page');
  expect(textAt('lobby', panels.sharePrivate)).toContain(
    'https://lockstep.example/r/K7QM4PTX9#q3ZkT0m7vWcR2xYhLp9sNf',
  );
  expect(textAt('lobby', panels.share)).not.toContain('#q3Zk');
});

test('who contributed is listed with its part, and the run in its settings', () => {
  expect(textAt('finished', panels.finish)).toContain(
    'Who contributed Calm Heron (you) 96.0 k Brave Otter 96.0 k Swift Lynx 96.0 k',
  );
  expect(textAt('lobby', panels.run)).toContain('Optimizer AdamW Learning rate 0.00300 Batch per replica 32');
});

test('a page that can keep nothing says so, and how the run goes home', () => {
  expect(textAt('training-3', panels.keep)).toMatch(
    /^Keep this run This page cannot keep the run by itself\. Save it as a file\. Save a checkpoint/,
  );
});

test.each([
  [
    'en',
    'Step 640 of 1,000, loss 0.123',
    'This run needs its data: fox.txt, whose hash begins abababab.',
    'Ends after step',
  ],
  [
    'de',
    'Schritt 640 von 1 000, Verlust 0,123',
    'Dieser Lauf braucht seine Daten: fox.txt, deren Hash mit abababab beginnt.',
    'Endet nach Schritt',
  ],
  [
    'fr',
    'Pas 640 sur 1 000, perte 0,123',
    'Cet entraînement a besoin de ses données : fox.txt, dont l’empreinte commence par abababab.',
    'Finit après le pas',
  ],
] as const)('a saved run before it goes on, in %s', async (language, ...sentences) => {
  await speakIn(language);
  const { data } = textConfig;
  const own = {
    kind: 'text',
    name: 'fox.txt',
    sha256: 'ab'.repeat(32),
    context: 16,
    vocabulary: 31,
    tokens: 8160,
  };
  const config = { ...moonsRun([8]), steps: 1000, data: { ...data, ...own } };
  const facts = { config, step: 640, loss: 0.1234, savedAtMs: Date.UTC(2026, 10, 22), engine: undefined };
  const run = { facts, file: { size: 12_345 } } as unknown as SavedRun;
  const form = (lacksData: boolean): string =>
    drawn(<ResumeForm run={run} submitText="OK" {...{ lacksData }} onSubmit={ignore} onBack={ignore} />);
  const text = textOf(form(true));
  // A room that lacks the data cannot go on before they are here.
  const submit = /<button[^>]*type="submit"[^>]*>/;
  const isShut = [true, false].map((lacksData) => submit.exec(form(lacksData))![0].includes('disabled'));
  for (const sentence of sentences) expect(text).toContain(sentence);
  expect(isShut).toEqual([true, false]);
});

test.each([
  [
    'en',
    'Teach it new classes …',
    'New classes on what it has learned',
    'From the camera',
    'A new last layer',
    'The last 2 layers',
  ],
  [
    'de',
    'Ihm neue Klassen beibringen …',
    'Neue Klassen auf dem, was es gelernt hat',
    'Von der Kamera',
    'Eine neue letzte Schicht',
    'Die letzten 2 Schichten',
  ],
] as const)('a saved model of pictures learns new classes, in %s', async (language, offer, ...sentences) => {
  await speakIn(language);
  const recipe = { kind: 'images', side: 32, channels: 3 } as const;
  const files = {
    name: 'things',
    sha256: 'ab'.repeat(32),
    examples: 90,
    classes: 3,
    inputShape: [32, 32, 3],
  };
  const config = {
    ...moonsRun([8]),
    model: mlpPreset([32, 32, 3], 3, [16], 'relu'),
    data: { kind: 'idx', ...files, recipe },
  } as RunConfig;
  const facts = { config, step: 640, loss: 0.1234, savedAtMs: 0, engine: undefined };
  const run = { facts, file: { size: 12_345 } } as unknown as SavedRun;
  const form = (onNewClasses?: typeof ignore): string =>
    textOf(
      drawn(
        <ResumeForm
          run={run}
          submitText="OK"
          lacksData={false}
          onSubmit={ignore}
          onBack={ignore}
          {...(onNewClasses && { onNewClasses })}
        />,
      ),
    );
  expect(form(ignore)).toContain(offer);
  expect(form()).not.toContain(offer);
  const features = { recipe, frozenLayers: [2, 1] };
  const text = textOf(drawn(<TransferForm run={run} features={features} onBegin={ignore} onBack={ignore} />));
  for (const sentence of sentences) expect(text).toContain(sentence);
});
