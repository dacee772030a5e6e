// Names this device's graphics adapter, for what is remembered of it.
import { findAdapter } from '../../gpu/adapter';

/** Never rejects. */
export async function adapterKey(): Promise<string> {
  const gpu = globalThis.navigator?.gpu as GPU | undefined;
  const adapter = gpu && (await findAdapter(gpu).catch(() => undefined));
  if (!adapter) return 'no adapter';
  const { vendor, architecture, device, description } = adapter.info;
  return [vendor, architecture, device, description].join(' ');
}
