// What the screen asks the model for, one at a time: a text takes seconds, and more of them must not queue before the
// gradients. A request that comes meanwhile is dropped; the screen asks again.
import type { Command, Sample } from '../protocol';

type SampleRequest = Command & { readonly kind: 'sample' };

export class SampleRequests {
  #isBusy = false;

  constructor(
    readonly take: (
      request: SampleRequest,
      onProgress: (sample: Sample) => void,
    ) => Promise<Sample | undefined>,
    readonly show: (sample: Sample) => void,
  ) {}

  /** A sample without any wish, which the page does not show by itself. */
  look(): Promise<Sample | undefined> {
    return this.take({ kind: 'sample' }, () => undefined).catch(() => undefined);
  }

  ask(request: SampleRequest): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.take(request, this.show)
      .then(
        (sample) => sample && this.show(sample),
        () => undefined, // the device is failing: the next gradient reports it
      )
      .finally(() => (this.#isBusy = false));
  }
}
