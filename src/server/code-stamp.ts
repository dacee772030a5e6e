// The stamp of a code (R30b): by it a server knows after a restart that it drew the code for the room of this mark. It is
// no secret, and of use only to that room (R30d).
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The first 36 bits of an HMAC of the secret: two processes that show different ones have different secrets (R31d). */
export function secretMark(secret: string): string {
  return createHmac('sha256', secret).update('lockstep secret mark v1').digest('base64url').slice(0, 6);
}

export class CodeStamps {
  readonly #secret: string;

  /** `secret`: of all processes, also after a restart. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** 22 characters of base64url, the first 132 bits of HMAC-SHA-256. */
  of(code: string, mark: string): string {
    const hmac = createHmac('sha256', this.#secret).update(`lockstep code stamp v1 ${code} ${mark}`);
    return hmac.digest('base64url').slice(0, 22);
  }

  isOf(stamp: string, code: string, mark: string): boolean {
    const [given, right] = [stamp, this.of(code, mark)].map((text) => Buffer.from(text));
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
