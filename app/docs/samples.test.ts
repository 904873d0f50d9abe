import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { signatureHeader, verifySignature } from '@/lib/contract/signature'

const FOLDER = path.resolve('docs/guides/samples')
const vector: { secret: string; t: number; header: string; body: string } = JSON.parse(
  fs.readFileSync(path.join(FOLDER, 'test-vector.json'), 'utf8'),
)
const { secret, t, header, body } = vector
const digest = header.split('v1=')[1] ?? ''

// The program is built first: `go run` would add a line of its own to the output.
const GO_PROGRAM = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'checkout-sample-')), 'verify')

const samples = [
  ['Node', 'node', ['verify-webhook.mjs'], 'node', '--version'],
  ['Python', 'python3', ['verify_webhook.py'], 'python3', '--version'],
  ['PHP', 'php', ['verify-webhook.php'], 'php', '--version'],
  ['Go', GO_PROGRAM, [], 'go', 'version'],
] as const

/** Deliveries to a receiver: accepted or refused by any correct check. */
const deliveries: readonly [
  what: string,
  genuine: boolean,
  sent: Partial<{ header: string; body: string; now: number }>,
][] = [
  ['the vector at its time', true, {}],
  ['300 seconds later', true, { now: t + 300 }],
  ['301 seconds later', false, { now: t + 301 }],
  ['301 seconds too early', false, { now: t - 301 }],
  ['one byte of the body changed', false, { body: body.replace('120.50', '120.51') }],
  ['the body written again by a JSON library', false, { body: JSON.stringify(JSON.parse(body)) }],
  ['two v1, the second fits', true, { header: `t=${t},v1=${'0'.repeat(64)},v1=${digest}` }],
  ['two v1, none fits', false, { header: `t=${t},v1=${'0'.repeat(64)},v1=${'1'.repeat(64)}` }],
  ['spaces after the comma', true, { header: `t=${t}, v1=${digest}` }],
  ['no v1', false, { header: `t=${t}` }],
  ['no t', false, { header: `v1=${digest}` }],
  ['another t under the same digest', false, { header: `t=${t + 1},v1=${digest}` }],
  ['half a digest', false, { header: `t=${t},v1=${digest.slice(0, 32)}` }],
  ['more behind the digest', false, { header: `t=${t},v1=${digest}zz` }],
  ['a digest with letters outside ASCII', false, { header: `t=${t},v1=ñandú` }],
  ['a t that is no number', false, { header: `t=soon,v1=${digest}` }],
  ['an empty header', false, { header: '' }],
]

describe('the published test vector', () => {
  test('the test vector is signed and accepted by this service', () => {
    expect(signatureHeader([secret], t, body)).toBe(header)
    expect(verifySignature({ header, rawBody: body, secrets: [secret], nowSeconds: t }).ok).toBe(true)
  })

  test.each(deliveries)('%s: the service’s own check agrees (%s)', (_, genuine, sent) => {
    const { header: given = header, body: rawBody = body, now = t } = sent
    expect(verifySignature({ header: given, rawBody, secrets: [secret], nowSeconds: now }).ok).toBe(genuine)
  })
})

afterAll(() => fs.rmSync(path.dirname(GO_PROGRAM), { recursive: true }))

describe.each(samples)('the sample in %s', (language, command, args, tool, version) => {
  const there = spawnSync(tool, [version]).status === 0
  if (!there) console.warn(`the sample in ${language} is not run: the language is not here`)

  test.skipIf(!there)(
    'the sample accepts genuine deliveries and refuses all others',
    { timeout: 120_000 },
    () => {
      if (command === GO_PROGRAM) {
        const build = spawnSync(tool, ['build', '-o', GO_PROGRAM, 'verify_webhook.go'], { cwd: FOLDER })
        expect(build.stderr.toString()).toBe('')
      }
      for (const [what, genuine, sent] of deliveries) {
        const { header: given = header, body: input = body, now = t } = sent
        const { stdout, status, stderr } = spawnSync(command, [...args, given, String(now)], {
          cwd: FOLDER,
          input,
          encoding: 'utf8',
          env: { ...process.env, WEBHOOK_SECRET: secret },
        })
        expect([what, stdout.trim(), stderr]).toEqual([what, genuine ? 'genuine' : 'refused', ''])
        expect(status).toBe(genuine ? 0 : 1)
      }
    },
  )
})
