// Turns a camera or a microphone of this device on and off: on only while a person wants it and sees the page, so that its
// light goes off with the page. Pages and apps use it, in their own words.
import type { Sense } from './captured';
import { hearsWhatItPlays } from './known-tone';
import { mediaFault, type MediaFault } from './media-fault';
import { readsWhatItDraws } from './known-colours';
import { SoundTap } from './sound-tap';

export type WhyOff =
  | MediaFault
  /** `altered`: the browser gives other values than were there, against fingerprinting. `silent`: nothing comes. */
  | { readonly kind: 'insecure' | 'unsupported' | 'altered' | 'hidden' | 'ended' | 'silent' };

/** The changes that browsers make to sound so that people understand each other. They take away what a model could hear. */
const soundChanges = ['echoCancellation', 'noiseSuppression', 'autoGainControl'] as const;
export type SoundChange = (typeof soundChanges)[number];

export interface OpenSense {
  readonly kind: 'on';
  readonly stream: MediaStream;
  /** A camera that looks at the person, who expects a mirror. */
  readonly isMirrored: boolean;
  /** The sound that comes through a microphone. */
  readonly tap: SoundTap | undefined;
  /** The changes that the browser did not switch off. */
  readonly changes: readonly SoundChange[];
  readonly deviceId: string;
  readonly others: readonly { readonly id: string; readonly name: string }[];
}

export type SenseState =
  | { readonly kind: 'off'; readonly why?: WhyOff }
  /** The person is asked; it takes as long as they like. */
  | { readonly kind: 'asking' }
  | OpenSense;

export class SenseSwitch {
  #held: { readonly stream: MediaStream; readonly tap: SoundTap | undefined } | undefined;
  /** Counts wishes: a device that opens after the next wish is turned off at once. */
  #wish = 0;

  constructor(
    readonly sense: Sense,
    readonly onState: (state: SenseState) => void,
  ) {
    document.addEventListener('visibilitychange', this.#onHidden);
    window.addEventListener('pagehide', this.#release);
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#onHidden);
    window.removeEventListener('pagehide', this.#release);
    this.#release();
  }

  turnOff(why?: WhyOff): void {
    this.#release();
    this.onState({ kind: 'off', ...(why && { why }) });
  }

  turnOn(deviceId?: string): void {
    this.#release();
    const mine = this.#wish;
    this.#open(mine, deviceId).catch((error: unknown) => {
      if (this.#wish === mine) this.turnOff(mediaFault(error));
    });
  }

  async #open(mine: number, deviceId: string | undefined): Promise<void> {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices?.getUserMedia) return this.turnOff({ kind: isSecureContext ? 'unsupported' : 'insecure' });
    this.onState({ kind: 'asking' });
    const isFaithful = this.sense === 'camera' ? readsWhatItDraws() : await hearsWhatItPlays();
    if (this.#wish !== mine) return;
    if (!isFaithful) return this.turnOff({ kind: 'altered' });
    const stream = await devices.getUserMedia(wishOf(this.sense, deviceId));
    const [track] = stream.getTracks();
    if (this.#wish !== mine || document.hidden) {
      track.stop();
      if (this.#wish === mine) this.turnOff({ kind: 'hidden' });
      return;
    }
    const tap = this.sense === 'microphone' ? new SoundTap(stream) : undefined;
    this.#held = { stream, tap };
    track.addEventListener('ended', () => {
      if (this.#wish === mine) this.turnOff({ kind: 'ended' });
    });
    const settings = track.getSettings();
    const on = {
      kind: 'on',
      stream,
      tap,
      isMirrored: settings.facingMode !== 'environment',
      changes: soundChanges.filter((change) => this.sense === 'microphone' && isOn(settings[change])),
      deviceId: settings.deviceId ?? '',
    } as const;
    this.onState({ ...on, others: [] });
    const all = await devices.enumerateDevices().catch(() => []);
    const input = this.sense === 'camera' ? 'videoinput' : 'audioinput';
    const others = all
      .filter(({ kind, deviceId: id }) => kind === input && id !== '')
      .map(({ deviceId: id, label }) => ({ id, name: label }));
    if (this.#wish === mine) this.onState({ ...on, others });
  }

  readonly #onHidden = (): void => {
    if (document.hidden && this.#held) this.turnOff({ kind: 'hidden' });
  };

  readonly #release = (): void => {
    this.#wish++;
    for (const track of this.#held?.stream.getTracks() ?? []) track.stop();
    this.#held?.tap?.close();
    this.#held = undefined;
  };
}

/** Newer browsers name the kind of echo cancellation. */
function isOn(setting: boolean | string | undefined): boolean {
  return setting !== undefined && setting !== false;
}

function wishOf(sense: Sense, deviceId: string | undefined): MediaStreamConstraints {
  const which = deviceId === undefined ? {} : { deviceId: { exact: deviceId } };
  if (sense === 'camera')
    return { video: { width: { ideal: 640 }, height: { ideal: 480 }, ...which }, audio: false };
  const unchanged = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  return { audio: { ...unchanged, ...which }, video: false };
}
