import { expect, test } from 'vitest'
import { join } from './join'
import { payForm } from './pay-form'

test('inside a sentence neither “e‑mail” nor the number that shows how is broken by a line’s end', () => {
  const sentences = [
    join.knownPlain('Aurora'),
    join.knownAsk('Aurora'),
    join.consentNote('Aurora'),
    join.problems.email,
    payForm.problems.email,
  ]
  for (const sentence of sentences) {
    expect(sentence).toContain('e‑mail')
    expect(sentence).not.toContain('e-mail')
  }
  expect(join.phoneHint).toMatch(/\+1\u00a0212\u00a0555\u00a00100/)
})
