// Parts of another member's state on their way in: each goes to the fetch that waits for it.
import type { MemberId } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import type { CatchUp } from '../catch-up/catch-up';
import { ManifestFetch, type Manifest, type ManifestOptions } from '../catch-up/manifest';
import type { StateRequest } from '../catch-up/state-source';
import type { Replica } from './replica';

export class StateFrames {
  #manifest: ManifestFetch | undefined;

  constructor(private readonly replica: Replica) {}

  /** Undefined: no source has it. Rejects with CatchUpError, or when the signal aborts. */
  async fetchManifest(options: ManifestOptions): Promise<Manifest | undefined> {
    this.#manifest = new ManifestFetch(options);
    return this.#manifest.run().finally(() => (this.#manifest = undefined));
  }

  takeState(from: MemberId, frame: Frame): void {
    this.#manifest?.receive(from, frame);
    this.#catchUp?.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    if (message.kind === 'refused') this.#manifest?.refused(from, message.digest);
    this.#catchUp?.takeAnswer(from, message);
  }

  linkClosed(peer: MemberId): void {
    this.#manifest?.linkClosed(peer);
    this.#catchUp?.linkClosed(peer);
  }

  get #catchUp(): CatchUp | undefined {
    const { participation } = this.replica;
    return participation.kind === 'catching-up' ? participation.catchUp : undefined;
  }
}
