// A dataset of the catalogue by its id, or a part of one on Hugging Face. It travels with the run, so that a newcomer can
// download what the host downloaded.
export type Origin =
  | { readonly kind: 'catalogue'; readonly id: string }
  | {
      readonly kind: 'hugging-face';
      readonly name: string;
      readonly subset: string;
      readonly split: string;
    };
