// What a person reads before Join, on a phone that only watches, and on a wall, in every language.
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { watchedRing } from '../../tools/lab/fixtures/watched';
import { labPlaces } from '../../tools/lab/screens/lab-place';
import { drawn, saidLanguages, textOf } from '../panels/testing/drawn-panel';
import { speakIn } from '../testing/speak-in';
import { Projector } from './project';
import { WatchView } from './watch';

function join(name: string): ReactNode {
  const Screen = labPlaces[`join-${name}`];
  return <Screen />;
}
const watch = (state: string): ReactNode => (
  <WatchView code="K7QM4PTX9" joinPath="/r/K7QM4PTX9" ring={watchedRing(state, 1000)} />
);
const wall = (state: string, url = 'http://127.0.0.1:8080/r/K7QM4PTX9', isOpen = true): ReactNode => (
  <Projector code="K7QM4PTX9" url={url} ring={{ ...watchedRing(state, 1000), isOpen }} />
);

test.each([
  {
    what: 'Join: how many are there, and what they do',
    screen: () => join('ready'),
    en: '23 here, training, step 12,480',
    de: '23 hier, trainiert, Schritt 12 480',
    fr: '23 ici, en entraînement, pas 12 480',
  },
  {
    what: 'Join: a private room tells no more',
    screen: () => join('private'),
    en: '7 here. A private room shows nothing more to outsiders.',
    de: '7 hier. Mehr zeigt ein privater Raum nach außen nicht.',
    fr: '7 ici. Une salle privée ne montre rien de plus à l’extérieur.',
  },
  {
    what: 'Join: the code alone opens no private room',
    screen: () => join('locked'),
    en: 'This room is private: its code alone does not open it.',
    de: 'Dieser Raum ist privat: Sein Code allein öffnet ihn nicht.',
    fr: 'Cette salle est privée : son code seul ne l’ouvre pas.',
  },
  {
    what: 'Join: a removed browser asks to be let in',
    screen: () => join('removed'),
    en: 'This browser was removed from the room’s ring. Only the host can let it in. Ask the host first.',
    de: 'Dieser Browser wurde aus dem Ring des Raums entfernt. Nur die Leitung kann ihn hereinlassen. Frag zuerst die Leitung.',
    fr: 'Ce navigateur a été retiré de l’anneau de la salle. Seul l’hôte peut le laisser entrer. Demandez d’abord à l’hôte.',
  },
  {
    what: 'Join: the host comes back',
    screen: () => join('host'),
    en: 'You are this room’s host. This browser opened it. It keeps the host’s rights.',
    de: 'Du leitest diesen Raum. Dieser Browser hat ihn geöffnet. Er behält das Recht zu leiten.',
    fr: 'Vous êtes l’hôte de cette salle. Ce navigateur l’a ouverte. Il garde les droits de l’hôte.',
  },
  {
    what: 'Join: a link that moves hosting',
    screen: () => join('hosting-link'),
    en: 'This link makes this device the room’s host. The one that hosts now becomes an ordinary member.',
    de: 'Mit diesem Link leitet dieses Gerät den Raum. Das Gerät, das jetzt leitet, wird ein gewöhnliches Mitglied.',
    fr: 'Ce lien fait de cet appareil l’hôte de la salle. L’hôte actuel devient un membre ordinaire.',
  },
  {
    what: 'a phone that watches',
    screen: () => watch('host-away'),
    en: 'This device only watches. It is in no sum.',
    de: 'Dieses Gerät schaut nur zu. Es ist in keiner Summe.',
    fr: 'Cet appareil regarde seulement. Il n’est dans aucune somme.',
  },
  {
    what: 'a phone: the run now',
    screen: () => watch('host-away'),
    en: 'Training Step 600 of 3,000 · Two moons Replicas 3 Mean loss 0.187',
    de: 'Trainiert Schritt 600 von 3 000 · Zwei Monde Repliken 3 Mittlerer Verlust 0,187',
    fr: 'Entraînement Pas 600 sur 3 000 · Deux lunes Répliques 3 Perte moyenne 0,187',
  },
  {
    what: 'a wall in the lobby',
    screen: () => wall('lobby'),
    en: 'This address works on this device only. 5 members are here. Not started yet.',
    de: 'Diese Adresse geht nur auf diesem Gerät. 5 Mitglieder sind da. Noch nicht begonnen.',
    fr: 'Cette adresse ne fonctionne que sur cet appareil. 5 membres sont là. Pas encore commencé.',
  },
  {
    what: 'a wall: the door is shut',
    screen: () => wall('locked'),
    en: 'The door is locked: nobody new comes in now.',
    de: 'Die Tür ist zu: Niemand Neues kommt jetzt herein.',
    fr: 'La porte est verrouillée : personne de nouveau n’entre.',
  },
  {
    what: 'a wall of a private room',
    screen: () => wall('lobby', 'https://lockstep.example/r/K7QM4PTX9#q3Zk', false),
    en: 'Scan the picture to join The code alone does not open this private room',
    de: 'Zum Beitreten das Bild scannen Der Code allein öffnet diesen privaten Raum nicht',
    fr: 'Scannez l’image pour rejoindre Le code seul n’ouvre pas cette salle privée',
  },
])('$what', async ({ screen, ...said }) => {
  for (const language of saidLanguages) {
    await speakIn(language);
    expect.soft(textOf(drawn(screen())), language).toContain(said[language]);
  }
});

test('a wall that shows a picture counts, and names nobody', () => {
  const text = textOf(drawn(wall('training-3')));
  expect(text).toMatch(/Training · Step 1,240 of 3,000/);
  for (const state of ['lobby', 'training-3', 'host-away', 'asked-came'])
    expect(textOf(drawn(wall(state))), state).not.toMatch(/Heron|Otter|Lynx|Puffin/);
});

test('of the key of a private room only the picture to scan knows', () => {
  const drawing = drawn(wall('lobby', 'https://lockstep.example/r/K7QM4PTX9#q3ZkSecret', false));
  expect(textOf(drawing)).not.toContain('q3ZkSecret');
});
