// The data that a person may bring to learn from, beside the presets.
import { t } from '@lingui/core/macro';
import type { RunWords } from '../../bridge/words/preset-words';

export const ownChoices = ['files', 'camera', 'microphone', 'public'] as const;
export type OwnChoice = (typeof ownChoices)[number];

export function isOwnChoice(choice: string | undefined): choice is OwnChoice {
  return ownChoices.some((each) => each === choice);
}

export function ownChoiceWords(choice: OwnChoice): RunWords {
  switch (choice) {
    case 'files':
      return {
        title: t`Your own files`,
        description: t`A table, a text, or images or sounds in folders. They stay on this device, unless you send them to members.`,
      };
    case 'camera':
      return {
        title: t`Pictures from the camera`,
        description: t`Name two to ten classes, and take pictures of each. They stay on this device, unless you send them to members.`,
      };
    case 'microphone':
      return {
        title: t`Sounds from the microphone`,
        description: t`Name two to ten classes, and record seconds of each. They stay on this device, unless you send them to members.`,
      };
    case 'public':
      return {
        title: t`A public dataset`,
        description: t`MNIST, Fashion-MNIST, Shakespeare, or one of Hugging Face’s, downloaded.`,
      };
    default:
      return choice satisfies never;
  }
}
