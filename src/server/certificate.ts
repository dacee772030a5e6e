// The certificate of `--https`: the given one, or a self-signed one. The self-signed certificate is kept in .lockstep/,
// so that a browser's exception outlives a restart. It names every address of this machine; when those change, a new
// one is made.
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { fail, ok, type Result } from '../base/result';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 24 * 3600 * 1000;
/** Safari refuses server certificates that live longer than 825 days. */
const lifetimeMs = 800 * dayMs;

export async function readCertificate(
  certFile: string,
  keyFile: string,
): Promise<Result<Certificate, 'no-certificate'>> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return ok({ cert, key });
  } catch (error) {
    const { message } = error as Error;
    return fail(
      'no-certificate',
      `cannot read the certificate or its key (${message}): --cert and --key name two files that the user of this ` +
        'server may read',
    );
  }
}

/** The certificate always names localhost too. `epochMs`: the wall clock. `warn` is told when the certificate cannot be
 *  kept. */
export async function selfSignedCertificate(
  folder: string,
  addresses: readonly string[],
  epochMs: number,
  warn: (sentence: string) => void,
): Promise<Certificate> {
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const kept = await readCertificate(certFile, keyFile);
  if (kept.ok && isUsable(kept.value.cert, addresses, epochMs)) return kept.value;
  const made = await generate([{ name: 'commonName', value: 'Lockstep on this network' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(epochMs - dayMs),
    notAfterDate: new Date(epochMs + lifetimeMs),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          ...['127.0.0.1', ...addresses].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(certFile, made.cert);
    await writeFile(keyFile, made.private, { mode: 0o600 });
  } catch (error) {
    warn(
      `the certificate cannot be kept, so browsers warn again after each start: ${(error as Error).message}`,
    );
  }
  return { cert: made.cert, key: made.private };
}

function isUsable(cert: string, addresses: readonly string[], epochMs: number): boolean {
  try {
    const parsed = new X509Certificate(cert);
    const isFresh = Date.parse(parsed.validTo) > epochMs + dayMs;
    return isFresh && addresses.every((address) => parsed.checkIP(address) !== undefined);
  } catch {
    return false; // not a certificate: the caller makes a new one
  }
}
