import { expect, it } from 'vitest'
import { signingSecrets } from './endpoint-row'

const ENDS_AT = new Date('2026-11-21T10:00:00.000Z')
const BEFORE = new Date(ENDS_AT.getTime() - 1)

it.each([
  ['an endpoint without a rotation signs with its secret', null, BEFORE, ['old']],
  ['a staged rotation signs with the old secret until it ends', 'STAGED', BEFORE, ['old']],
  ['a staged rotation signs with the new secret from its end on', 'STAGED', ENDS_AT, ['new']],
  ['an overlap signs with both secrets until it ends', 'OVERLAP', BEFORE, ['old', 'new']],
  ['an overlap signs with the new secret from its end on', 'OVERLAP', ENDS_AT, ['new']],
])('%s', (_, rotation, now, secrets) => {
  const stored = {
    secret_sealed: 'old',
    next_secret_sealed: rotation && 'new',
    rotation,
    rotation_ends_at: rotation === null ? null : ENDS_AT,
  }
  expect(signingSecrets(stored, now)).toEqual(secrets)
})
