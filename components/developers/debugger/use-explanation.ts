'use client'

import { useEffect, useState } from 'react'
import {
  explainSignature,
  type SignatureExplanation,
  type SignatureInput,
} from '@/lib/contract/explain-signature'

/** Pause in typing after which the fields are explained. */
const TYPING_PAUSE_MS = 200

export type Explained =
  | { state: 'empty' | 'no_crypto' | 'failed' }
  | { state: 'done'; explanation: SignatureExplanation }

/** Returns the explanation of the fields after each change, computed with the browser's HMAC. */
export function useExplanation({
  header,
  body,
  secrets,
  receivedAtSeconds,
  computed = '',
  samples,
  original,
}: Omit<SignatureInput, 'hmac'>) {
  const [explained, setExplained] = useState<Explained>({ state: 'empty' })
  // The joined text is stable between renders, unlike the list of secrets.
  const joined = secrets.join('\n')
  useEffect(() => {
    if (header.trim() === '' && body === '') {
      setExplained({ state: 'empty' })
      return
    }
    if (!globalThis.crypto?.subtle) {
      setExplained({ state: 'no_crypto' })
      return
    }
    let isStale = false
    const settle = (next: Explained) => {
      if (!isStale) setExplained(next)
    }
    const timer = setTimeout(() => {
      const pasted = {
        header,
        body,
        secrets: joined.split('\n'),
        receivedAtSeconds,
        computed,
        samples,
        original,
      }
      explainSignature({ ...pasted, hmac: webHmac })
        .then((explanation) => settle({ state: 'done', explanation }))
        .catch(() => settle({ state: 'failed' }))
    }, TYPING_PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [header, body, joined, receivedAtSeconds, computed, samples, original])
  return explained
}

/** Returns the HMAC-SHA256 of a message by WebCrypto. */
async function webHmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', owned(key), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, owned(message)))
}

/** Returns a copy whose buffer is not shared, as WebCrypto's types require. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
