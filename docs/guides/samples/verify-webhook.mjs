import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const TOLERANCE_S = 300

/**
 * @param {Buffer} rawBody the bytes as they arrived, before any JSON parser
 * @param {string | undefined} header Service-Signature
 * @param {string} secret the whole `whsec_…` string
 * @param {number} [now] Unix seconds
 * @returns {boolean} whether the webhook is genuine
 */
export function isGenuine(rawBody, header, secret, now = Math.floor(Date.now() / 1000)) {
  const parts = String(header ?? '')
    .split(',')
    .map((part) => part.trim())
  const t = parts.find((part) => part.startsWith('t='))?.slice(2)
  // Two v1 parts come while a secret is being rotated: one that fits is enough.
  const digests = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  if (!/^\d{1,12}$/.test(t ?? '') || Math.abs(now - Number(t)) > TOLERANCE_S) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex'))
  return digests.some((digest) => {
    const given = Buffer.from(digest)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

// node verify-webhook.mjs <Service-Signature> [now] < body, with the secret in WEBHOOK_SECRET
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , header, now] = process.argv
  const genuine = isGenuine(
    readFileSync(0),
    header,
    process.env.WEBHOOK_SECRET ?? '',
    now ? Number(now) : undefined,
  )
  console.log(genuine ? 'genuine' : 'refused')
  process.exitCode = genuine ? 0 : 1
}
