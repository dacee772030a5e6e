// The links between tabs of one browser in the next room that this browser opens: those that the address of settings names,
// or those that were chosen last.
import { useState } from 'react';
import { read, write } from './device-memory';

const linksKey = 'lockstep.links';
const [name, webRtc] = ['links', 'webrtc'];

/** The part of an address of settings that names the links; empty for the usual ones. */
export function linksQuery(onlyWebRtc: boolean): string {
  return onlyWebRtc ? `&${name}=${webRtc}` : '';
}

/** True for WebRTC. `search`: the query of the address of this page. */
export function wantsWebRtc(search: string): boolean {
  return (new URLSearchParams(search).get(name) ?? read(linksKey)) === webRtc;
}

export function rememberLinks(onlyWebRtc: boolean): void {
  write(linksKey, onlyWebRtc ? webRtc : 'any');
}

export function useLinkWish(
  search: string,
): readonly [onlyWebRtc: boolean, choose: (onlyWebRtc: boolean) => void] {
  const [onlyWebRtc, setOnlyWebRtc] = useState(() => wantsWebRtc(search));
  const choose = (isChosen: boolean): void => {
    rememberLinks(isChosen);
    setOnlyWebRtc(isChosen);
  };
  return [onlyWebRtc, choose];
}
