// The privacy page in plain words: what each party sees, and what is kept where and how long.
import { t } from '@lingui/core/macro';
import { dataHosts } from '../../src/base/data-hosts';
import type { Sheet } from './sheet';

export const privacySheet = (): Sheet => ({
  title: t`What others see, and what is kept`,
  lead: t`There is no account and no cookie. The page loads nothing from advertisers, and nobody collects statistics about you.`,
  sections: [
    {
      title: t`The members of your room see`,
      items: [
        [
          t`Your nickname`,
          t`Two words that your browser draws. You can change it before you join. It need not say who you are. Once the host hides names, a name that you typed is sent to nobody any more; who was in the room before may have seen it.`,
        ],
        [
          t`Your device`,
          t`The name of its graphics card or processor, its browser, and how fast it computes.`,
        ],
        [
          t`Who shares your device`,
          t`Which members run in the same browser as you, so that screens can say so. Nothing names your device, and members of other rooms are not told of.`,
        ],
        [
          t`Your network address`,
          t`Only while you are in the room, because devices connect to each other directly. Where two cannot, their link goes through the room server, and they do not see it.`,
        ],
        [
          t`Your gradients`,
          t`Sums of numbers that say how the model should change. They hold no examples. But they are computed from examples: a member who tries hard may learn something about them. So train on other people’s personal data only with members whom you trust with it.`,
        ],
        [
          t`Your predictions`,
          t`When the host asks the class a question, your answer goes to the members. Their pages show how many gave each answer, and not who.`,
        ],
      ],
    },
    {
      title: t`The room server sees`,
      items: [
        t`The network address, nickname, device and browser of each member, while it is connected. Where the host hides names, the nickname is two words that your browser drew.`,
        t`Whether the host hides names, so that the page can say so before you join.`,
        t`In an open room, whether it trains and at which step. In a private room it does not learn that.`,
        t`No gradients, no examples and no model: members send those to each other. What must go through the server is encrypted, and only the members have the key. In an open room the server helps to pass that key on, so you trust it for that moment; in a private room the key is in the link, and the server never gets it.`,
      ],
    },
    {
      title: t`The room server keeps`,
      items: [
        t`Nothing on its disk about rooms or people, and no log of visits. A proxy in front of it may keep a log of its own: ask whoever runs it.`,
        t`The list of rooms in its memory. A room that everybody has left is forgotten after 15 minutes.`,
      ],
    },
    {
      title: t`Your data`,
      items: [
        [t`Files that you choose`, t`They are read in this page and stay on this device.`],
        [
          t`Pictures from the camera`,
          t`The camera is on only after you turn it on, and off when you leave or hide the page. A picture to train on is taken only while you press a button. Pictures stay in this page until it is closed or reloaded; a room that trains on them treats them as files that you chose. While you show a model something in the playground, the pictures are read on this device and forgotten at once.`,
        ],
        [
          t`Sounds from the microphone`,
          t`The microphone is on only after you turn it on, and off when you leave or hide the page. A second to train on is recorded only while you press a button. Recordings stay in this page until it is closed or reloaded, and never leave the device: a room trains on pictures of the loudness of high and low tones, second by second, and treats these as files that you chose. Such a picture may still tell who spoke, and some of what was said. While a model in the playground hears something, the seconds are read on this device and forgotten at once.`,
        ],
        [
          t`Unless the host sends them`,
          t`The host of a room can press “Send my data to members”. The page says what that means before it happens. Members then hold a copy, and pass it on to newcomers.`,
        ],
        [
          t`Where each member brings its own`,
          t`A host can open a room in which every member trains on files of its own. Those files never leave their device. The sums of gradients that do are computed from them, and may reveal something about them.`,
        ],
        [
          t`Public datasets`,
          t`Only when you ask for one does the page fetch from another host: ${{ hosts: dataHosts.map((host) => host.replace('https://', '')).join(', ') }}. That host then sees your network address.`,
        ],
        [
          t`The model`,
          t`Every member holds the whole model, and can save it. It may have learnt sentences of its text by heart.`,
        ],
      ],
    },
    {
      title: t`This browser keeps, for this site only`,
      items: [
        [
          t`Your nickname and how pages look`,
          t`The theme, the language, the settings of the charts, what you chose to compute on and how tabs are linked, until you clear the data of this site.`,
        ],
        [
          t`A removal`,
          t`That this browser was removed from a room, or refused at its door, until the ring of that room takes it in again.`,
        ],
        [t`Rooms that you host`, t`The secret that makes you their host, so that a reload loses nothing.`],
        [
          t`Your pass for a room`,
          t`A random key of this tab, so that a host who lets people in one by one need not let you in again after a reload. It is gone when the tab is closed.`,
        ],
        [
          t`Saved runs`,
          t`At most eight, the oldest go first. One of them may be what a tab had trained when it was removed from a ring. Home lists them, and forgets one when you say so.`,
        ],
        [
          t`Datasets that came from others`,
          t`Public datasets, and the data of the last room, so that nobody fetches them twice. The data of a room whose host removed or refused this browser are deleted.`,
        ],
        [
          t`A large text that it trains on`,
          t`Your own text above 64\u00a0MiB, in numbers, while a tab reads it or trains on it. What a tab left that crashed goes when the page is next opened.`,
        ],
        [t`Measurements of this device`, t`Which engine is the fastest. They are never sent as such.`],
        [
          t`Where its tabs meet`,
          t`On phones whose tabs can meet in no other way, a small script (a service worker) in which tabs of this site find each other. It holds no data and sees no request of the page.`,
        ],
        t`Clearing the data of this site in your browser’s settings removes all of it. A private window keeps nothing after it is closed.`,
      ],
    },
    {
      title: t`Those who only watch`,
      items: [
        t`A projector, or a device that only watches, gets figures of the ring, encrypted: losses, counts, the shape of the ring. It gets no nicknames.`,
        t`Such a device may answer the host’s question. The answer goes to the members, encrypted, without a name.`,
        t`While the host’s door is open, such a device can ask for a copy of the model, to try it. Members give none of a model that learns from a person’s files, or from a text that is not built in, unless the host says yes to that.`,
      ],
    },
  ],
});
