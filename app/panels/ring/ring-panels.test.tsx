// What the panels of a ring say in its states, in every language: what will be, what is and what was, who waits for whom, what
// a step costs, and who is there.
import { expect, test } from 'vitest';
import { markupAt, textAt, textOf, unsaid, type Said } from '../testing/drawn-panel';
import { BatchPanel } from './batch-panel';
import { CommunicationPanel } from './communication-panel';
import { LobbyPanel } from './lobby-panel';
import { RingPanel } from './ring-panel';
import { RosterPanel } from './roster-panel';
import { SplitPanel } from './split-panel';
import { WhatIfPanel } from './what-if-panel';
import { YouPanel } from './you-panel';

const panels = {
  batch: <BatchPanel />,
  communication: <CommunicationPanel />,
  lobby: <LobbyPanel />,
  ring: <RingPanel />,
  roster: <RosterPanel />,
  split: <SplitPanel />,
  whatIf: <WhatIfPanel />,
  you: <YouPanel onLeave={() => undefined} />,
};

test.each([
  {
    panel: 'ring',
    state: 'lobby',
    en: 'Each replica will pass chunks to the next until all hold the same sum.',
    de: 'Jede Replik wird Stücke an die nächste weitergeben, bis alle dieselbe Summe haben.',
    fr: 'Chaque réplique passera des morceaux à la suivante jusqu’à ce que toutes aient la même somme.',
  },
  {
    panel: 'ring',
    state: 'training-3',
    en: 'Each replica passes chunks to the next until all hold the same sum.',
    de: 'Jede Replik gibt Stücke an die nächste weiter, bis alle dieselbe Summe haben.',
    fr: 'Chaque réplique passe des morceaux à la suivante jusqu’à ce que toutes aient la même somme.',
  },
  {
    panel: 'ring',
    state: 'training-3',
    en: 'times slower than the last sums, as planned.',
    de: '-mal langsamer als die letzten Summen, wie geplant.',
    fr: 'fois plus lent que les dernières sommes, comme prévu.',
  },
  {
    panel: 'ring',
    state: 'training-3',
    en: 'The last sums took 9.92 ms each, with waiting.',
    de: 'Die letzten Summen dauerten je 9,92 ms, mit Warten.',
    fr: 'Les dernières sommes ont duré 9,92 ms chacune, attente comprise.',
  },
  {
    panel: 'ring',
    state: 'finished',
    en: 'Each replica passed chunks to the next until all held the same sum.',
    de: 'Jede Replik gab Stücke an die nächste weiter, bis alle dieselbe Summe hatten.',
    fr: 'Chaque réplique a passé des morceaux à la suivante jusqu’à ce que toutes aient la même somme.',
  },
  {
    panel: 'ring',
    state: 'emulated',
    en: 'The slowest edge is from Brave Otter to Calm Heron: one message alone takes 160 ms there.',
    de: 'Die langsamste Kante führt von Brave Otter zu Calm Heron: Eine Nachricht allein braucht dort 160 ms.',
    fr: 'L’arête la plus lente va de Brave Otter à Calm Heron : un message seul y met 160 ms.',
  },
  {
    panel: 'ring',
    state: 'regrouping',
    en: 'one end is not heard from',
    de: 'von einem Ende ist nichts zu hören',
    fr: 'on n’entend plus une de ses extrémités',
  },
  {
    panel: 'you',
    state: 'lobby',
    en: 'Your gradient will go into every step, at its exact share. 20 % of the first batch',
    de: 'Dein Gradient wird in jeden Schritt eingehen, genau mit seinem Anteil. 20 % des ersten Batches',
    fr: 'Votre gradient entrera dans chaque pas, pour sa part exacte. 20 % du premier lot',
  },
  {
    panel: 'you',
    state: 'waited-for',
    en: '33 % of the last batch The ring waits for you: your computing takes longest. Your computing 33.1 ms Others’ computing 19.0 ms',
    de: '33 % des letzten Batches Der Ring wartet auf dich: Dein Rechnen dauert am längsten. Dein Rechnen 33,1 ms Rechnen der anderen 19,0 ms',
    fr: '33 % du dernier lot L’anneau vous attend : votre calcul dure le plus longtemps. Votre calcul 33,1 ms Calcul des autres 19,0 ms',
  },
  {
    panel: 'you',
    state: 'finished',
    en: 'Your gradient went into the last step, at its exact share.',
    de: 'Dein Gradient ging in den letzten Schritt ein, genau mit seinem Anteil.',
    fr: 'Votre gradient est entré dans le dernier pas, pour sa part exacte.',
  },
  {
    panel: 'you',
    state: 'room-ended',
    en: 'You are no longer part of the ring.',
    de: 'Du bist nicht mehr Teil des Rings.',
    fr: 'Vous ne faites plus partie de l’anneau.',
  },
  {
    panel: 'split',
    state: 'training-3',
    en: 'Communication hidden under computing: 55 %. The ring waits mostly for Brave Otter.',
    de: 'Kommunikation unter dem Rechnen verdeckt: 55 %. Wer den Ring meist warten lässt: Brave Otter.',
    fr: 'Communication cachée sous le calcul : 55 %. L’anneau attend surtout Brave Otter.',
  },
  {
    panel: 'split',
    state: 'finished',
    en: 'The ring waited mostly for Brave Otter.',
    de: 'Wer den Ring meist warten ließ: Brave Otter.',
    fr: 'L’anneau a surtout attendu Brave Otter.',
  },
  {
    panel: 'split',
    state: 'alone-4',
    en: 'These 4 replicas share one device: efficiency cannot rise here.',
    de: 'Diese 4 Repliken teilen sich ein Gerät: Die Effizienz kann hier nicht steigen.',
    fr: 'Ces 4 répliques partagent un appareil : l’efficacité ne peut pas augmenter ici.',
  },
  {
    panel: 'communication',
    state: 'training-3',
    en: 'Summing the gradients takes 9.92 ms a step; the model of these links says 10.1 ms.',
    de: 'Das Summieren der Gradienten dauert 9,92 ms je Schritt; das Modell dieser Verbindungen sagt 10,1 ms.',
    fr: 'Additionner les gradients prend 9,92 ms par pas ; le modèle de ces liaisons dit 10,1 ms.',
  },
  {
    panel: 'communication',
    state: 'alone-4',
    en: 'Summing the gradients takes 10.8 ms a step, within this page.',
    de: 'Das Summieren der Gradienten dauert 10,8 ms je Schritt, innerhalb dieser Seite.',
    fr: 'Additionner les gradients prend 10,8 ms par pas, dans cette page.',
  },
  {
    panel: 'whatIf',
    state: 'training-3',
    en: 'Without Brave Otter a step would take 26.6 ms: 1.5× faster.',
    de: 'Ohne Brave Otter dauerte ein Schritt 26,6 ms: 1,5× so schnell.',
    fr: 'Sans Brave Otter, un pas durerait 26,6 ms : 1,5× plus rapide.',
  },
  {
    panel: 'batch',
    state: 'lobby',
    en: '5 replicas will take 32 each: the update is that of one machine with a batch of 160.',
    de: '5 Repliken nehmen je 32: Das Update ist das einer einzigen Maschine mit einem Batch von 160.',
    fr: '5 répliques vont prendre 32 chacune : la mise à jour est celle d’une seule machine avec un lot de 160.',
  },
  {
    panel: 'roster',
    state: 'joining',
    en: '3 of 4 in the ring, 1 catching up.',
    de: '3 von 4 im Ring, 1 holt auf.',
    fr: '3 sur 4 dans l’anneau, 1 rattrape son retard.',
  },
  {
    panel: 'roster',
    state: 'joining',
    en: 'catching up, 41 %: adds nothing yet',
    de: 'holt auf, 41 %: trägt noch nichts bei',
    fr: 'rattrape son retard, 41 % : n’ajoute encore rien',
  },
  {
    panel: 'roster',
    state: 'claims',
    en: 'says it has 3,000,000 examples: it has twice an equal share at most, until the host agrees',
    de: 'gibt 3 000 000 Beispiele an: höchstens zwei gleiche Anteile, bis der Host zustimmt',
    fr: 'dit avoir 3 000 000 exemples : au plus deux parts égales, jusqu’à l’accord de l’hôte',
  },
  {
    panel: 'roster',
    state: 'relayed',
    en: '5 in the ring; 2 reached through the room server.',
    de: '5 im Ring; 2 nur über den Raumserver zu erreichen.',
    fr: '5 dans l’anneau ; 2 par le serveur des salles.',
  },
] satisfies readonly Said[])('$panel, $state: $en', async (said) => {
  expect(await unsaid([said], panels)).toEqual([]);
});

test('the picture marks slow and broken edges, and only those', () => {
  expect(textAt('emulated', panels.ring)).toContain('slow: twice the fastest edge’s time, or more');
  expect(textAt('training-3', panels.ring)).not.toMatch(/slowest edge|twice the fastest|not heard from/);
});

test('the picture names every member, and no name becomes markup', () => {
  const thirty = markupAt('training-30', panels.ring);
  expect(/Ring order: ([^"]+)/.exec(thirty)![1].split(' → ')).toHaveLength(30);
  expect(markupAt('lobby', panels.ring)).toContain('&lt;b&gt;Robert&lt;/b&gt;; DROP');
});

test('the lobby counts who is there', () => {
  expect(textAt('lobby', panels.lobby)).toMatch(/^5 replicas: batch 160/);
});

test('what leaves this device is said, and of a demo that nothing does', () => {
  expect(textAt('waited-for', panels.you)).toContain('Gradients: sums of numbers, never examples.');
  expect(textAt('diloco', panels.you)).toContain('Changes of the model’s weights: numbers, never examples.');
  expect(textAt('alone-4', panels.you)).toContain('Nothing. All replicas are in this page');
});

test('a demo, where no byte leaves the page, speaks of no links', () => {
  for (const panel of [panels.communication, panels.split, panels.you, panels.ring, panels.whatIf])
    expect(textAt('alone-4', panel)).not.toMatch(/(slower|slowest|direct) link|room server|network address/);
});

test('each row of the roster is one member, with what is said of it', () => {
  const rows = [...markupAt('left-out', panels.roster).matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) =>
    textOf(row),
  );
  const rowOf = (name: string): string => rows.find((row) => row.startsWith(name)) ?? '';
  expect(rows).toHaveLength(7);
  expect(rowOf('Calm Heron')).toContain('you host');
  expect(rowOf('Brave Otter')).toContain('kept its gradient back: it overflowed');
  expect(rowOf('Witty Puffin')).toContain('refused 1 ×');
  expect(rowOf('Witty Puffin')).toContain('its part of this step was refused');
  expect(textAt('disagreed', panels.roster)).toMatch(/Swift Lynx 2 .* e09b71 ✗ differs/);
});

test('a fixed batch: its parts, what few examples cost, and the remedy that only the host has', () => {
  expect(textAt('fixed-2', panels.batch)).toContain('2 × 16 = 32');
  expect(textAt('fixed-2', panels.batch)).not.toContain('padding');
  expect(textAt('fixed-4', panels.batch)).toMatch(/the rest is padding\..* Set the batch to 128 examples/);
  expect(textAt('fixed-6', panels.batch)).toMatch(
    /2 of them get nothing\. The host can set a batch of 6 examples\./,
  );
});

test('H18: the roster names who shares a browser, at each of them and nobody else', () => {
  const said = textAt('shared-device', panels.roster);
  expect(said.match(/one device with /g)).toHaveLength(4);
  for (const other of ['Witty Puffin', 'Brave Otter', 'Swift Lynx'])
    expect(said).toContain(`one device with ${other}`);
});

test('only a host may rename, remove or poison', () => {
  expect(textAt('claims', panels.roster)).toContain('Rename Remove Poison');
  expect(textAt('training-3', panels.roster)).not.toMatch(/Rename|Remove|Poison/);
});
