// Public datasets that a person can download with one press. Each names its licence and where it comes from.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';

export type DatasetId = 'mnist' | 'fashion-mnist' | 'tiny-shakespeare';

export interface CatalogueEntry {
  readonly id: DatasetId;
  /** A name, the same in every language. */
  readonly title: string;
  /** The licence’s name and its holders. */
  readonly licence: string | { readonly publicDomain: string };
  /** A page for people. */
  readonly source: string;
  /** All files, as downloaded; for people. */
  readonly bytes: number;
  readonly files: readonly { readonly path: string; readonly url: string }[];
}

const raw = 'https://raw.githubusercontent.com';

function idxPair(folder: string): CatalogueEntry['files'] {
  return ['train-images-idx3-ubyte.gz', 'train-labels-idx1-ubyte.gz'].map((path) => ({
    path,
    url: `${raw}/${folder}/${path}`,
  }));
}

export const catalogue: readonly CatalogueEntry[] = [
  {
    id: 'mnist',
    title: 'MNIST',
    licence: 'CC BY-SA 3.0, Yann LeCun, Corinna Cortes',
    source: 'https://github.com/fgnt/mnist',
    bytes: 9_941_303,
    files: idxPair('fgnt/mnist/master'),
  },
  {
    id: 'fashion-mnist',
    title: 'Fashion-MNIST',
    licence: 'MIT, Zalando SE',
    source: 'https://github.com/zalandoresearch/fashion-mnist',
    bytes: 26_451_395,
    files: idxPair('zalandoresearch/fashion-mnist/master/data/fashion'),
  },
  {
    id: 'tiny-shakespeare',
    title: 'Tiny Shakespeare',
    licence: { publicDomain: 'William Shakespeare' },
    source: 'https://github.com/karpathy/char-rnn',
    bytes: 1_115_394,
    files: [
      {
        path: 'tiny-shakespeare.txt',
        url: `${raw}/karpathy/char-rnn/master/data/tinyshakespeare/input.txt`,
      },
    ],
  },
];

const namePattern = /^[\w-][\w.-]{0,95}(\/[\w-][\w.-]{0,95})?$/;

/** 'owner/name', from a name or the address of a dataset's page. */
export function datasetName(text: string): Result<string, 'bad-name'> {
  const name = text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?huggingface\.co\/datasets\//, '')
    .split(/[?#]/, 1)[0]
    .replace(/^((?:[^/]+\/)?[^/]+)\/(viewer|tree|blob)\/.*$/, '$1')
    .replace(/\/$/, '');
  return namePattern.test(name) ? ok(name) : fail('bad-name', say('dataset-name'));
}
