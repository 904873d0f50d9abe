import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Identity of a sealed value, used as its AAD: copied to another row it does not open. */
export interface Aad {
  table: string
  column: string
  row: string
  tenant: string
}

/** Keys that seal values at rest; the first one seals, all open. */
export class Keyring {
  readonly #keys = new Map<string, Buffer>()
  readonly currentKeyId: string

  /** Parses `id:base64[,id:base64…]`, each key of 32 bytes. Throws without revealing a key's bytes. */
  constructor(text: string) {
    for (const entry of text.split(',')) {
      const colon = entry.indexOf(':')
      const id = entry.slice(0, colon).trim()
      const key = Buffer.from(entry.slice(colon + 1), 'base64')
      if (colon < 1 || !/^[a-z0-9-]+$/.test(id) || key.length !== KEY_BYTES) {
        throw new Error('ENCRYPTION_KEYS must read "id:base64 of 32 bytes", separated by commas.')
      }
      this.#keys.set(id, key)
    }
    const [first] = this.#keys.keys()
    if (first === undefined) throw new Error('ENCRYPTION_KEYS is empty.')
    this.currentKeyId = first
  }

  /** Seals a text with AES-256-GCM under the current key. */
  seal(plain: string, aad: Aad): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.currentKeyId), iv, {
      authTagLength: TAG_BYTES,
    })
    cipher.setAAD(additionalData(aad))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return [VERSION, this.currentKeyId, iv.toString('base64url'), sealed.toString('base64url')].join('.')
  }

  /** Opens a sealed text of the same AAD. Throws, naming the row, if no key opens it. */
  open(sealed: string, aad: Aad): string {
    const [keyId = '', iv = '', rest = ''] = partsOf(sealed)
    const bytes = Buffer.from(rest, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(keyId), Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(additionalData(aad))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    } catch {
      throw new Error(
        `The key "${keyId}" of ENCRYPTION_KEYS does not open ${aad.table}.${aad.column} of ${aad.row}: it is not the key that sealed it, or the value was changed.`,
      )
    }
  }

  /** Returns whether a key opens a sealed text of this AAD. Throws for a text of an unknown form. */
  opens(sealed: string, aad: Aad): boolean {
    partsOf(sealed)
    try {
      this.open(sealed, aad)
      return true
    } catch {
      return false
    }
  }

  /** Returns an HMAC of a text under the current key, in base64url. `purpose` separates uses. */
  mark(text: string, purpose: string): string {
    return mac(this.#key(this.currentKeyId), text, purpose).toString('base64url')
  }

  /** Returns whether one of the keys produced this HMAC for the same text and purpose. */
  isMark(mark: string, text: string, purpose: string): boolean {
    const given = Buffer.from(mark, 'base64url')
    return [...this.#keys.values()].some((key) => {
      const right = mac(key, text, purpose)
      return given.length === right.length && timingSafeEqual(given, right)
    })
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id)
    if (!key) throw new Error(`ENCRYPTION_KEYS has no key "${id}", which sealed a stored value. Add it back.`)
    return key
  }
}

/** Returns an HMAC. A first digest derives a separate key for each purpose: the key that seals values signs nothing. */
function mac(key: Buffer, text: string, purpose: string): Buffer {
  const own = createHmac('sha256', key).update(`mark ${purpose}`).digest()
  return createHmac('sha256', own).update(text).digest()
}

/** Returns a sealed text's key id, IV and bytes. Throws if it has another form. */
function partsOf(sealed: string): string[] {
  const [version, ...parts] = sealed.split('.')
  if (version !== VERSION) throw new Error('a sealed value has an unknown form')
  return parts
}

function additionalData({ table, column, row, tenant }: Aad): Buffer {
  return Buffer.from(JSON.stringify([table, column, row, tenant]), 'utf8')
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `bytes` random bytes in base 62, of constant length. */
export function randomText(bytes: number): string {
  return base62(randomBytes(bytes))
}

/** Returns bytes as base 62 digits, padded to the maximum length for this number of bytes. */
export function base62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  const length = Math.ceil((bytes.length * 8) / Math.log2(ALPHABET.length))
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

/** Returns the SHA-256 of a text or of bytes. */
export function sha256(input: string | Uint8Array): Buffer {
  return createHash('sha256').update(input).digest()
}

/** Compares two texts in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

/** Returns this many uniformly distributed decimal digits; at most 14. */
export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}

/** Returns the stored form of a short code: an HMAC under a secret, because a hash is quickly reversed. */
export function codeMac(secret: string, boundTo: readonly string[], code: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([...boundTo, code]))
    .digest()
}

/** Compares in constant time. With null (there is no code) it takes as long and returns false. */
export function macMatches(mac: Buffer, kept: Uint8Array | null): boolean {
  const equal = timingSafeEqual(mac, kept?.length === mac.length ? kept : Buffer.alloc(mac.length))
  return equal && kept !== null
}
