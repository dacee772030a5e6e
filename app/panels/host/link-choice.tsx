// The links between tabs of one browser in a new room: within the browser, or WebRTC, as between devices (L20e). A host who
// shows what a network costs chooses the latter. The address of settings says so, and this browser keeps the last choice.
import { t } from '@lingui/core/macro';
import { SelectField } from '../../ui/field';

export default function LinkChoice({
  onlyWebRtc,
  onChange,
}: {
  onlyWebRtc: boolean;
  onChange: (onlyWebRtc: boolean) => void;
}) {
  return (
    <SelectField<'any' | 'webrtc'>
      label={t`Tabs of one browser`}
      hint={onlyWebRtc ? t`As between devices: slower, to see what a network costs.` : undefined}
      value={onlyWebRtc ? 'webrtc' : 'any'}
      options={[
        ['any', t`Linked within it`],
        ['webrtc', t`Linked by WebRTC`],
      ]}
      onChange={(chosen) => onChange(chosen === 'webrtc')}
    />
  );
}
