import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Asked {
  challenge: string
  /** Origin of the page that asks. */
  origin: string
}

interface Deviation {
  /** Counter of the response; 0 for a passkey that is synchronized. */
  counter?: number
  isUserVerified?: boolean
}

/** Creates an authenticator with one passkey of a user, whose responses are the JSON that a browser sends. */
export function softwareAuthenticator(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')

  function dataOf(origin: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, credential])
  }
  const flagsOf = (isUserVerified: boolean) => USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)
  const wrap = (response: object) =>
    JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    credentialId,
    /** Makes the passkey. `certificates` are sent although none are requested. */
    register(
      { challenge, origin }: Asked,
      { isUserVerified = true, certificates = false }: Deviation & { certificates?: boolean } = {},
    ): string {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const data = dataOf(origin, flagsOf(isUserVerified) | HAS_CREDENTIAL, 0, credential)
      const statement = new Map<string, Uint8Array[]>(certificates ? [['x5c', [new Uint8Array(8)]]] : [])
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | typeof statement>([
          ['fmt', certificates ? 'packed' : 'none'],
          ['attStmt', statement],
          ['authData', new Uint8Array(data)],
        ]),
      )
      return wrap({
        clientDataJSON: clientData('webauthn.create', { challenge, origin }).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
      })
    },
    /** Signs a challenge with the passkey. */
    respond(
      { challenge, origin }: Asked,
      { counter = 0, isUserVerified = true, handle = userId }: Deviation & { handle?: string } = {},
    ): string {
      const client = clientData('webauthn.get', { challenge, origin })
      const data = dataOf(origin, flagsOf(isUserVerified), counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: Buffer.from(handle).toString('base64url'),
      })
    },
  }
}

function clientData(type: string, { challenge, origin }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
