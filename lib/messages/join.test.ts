import { expect, test } from 'vitest'
import { join } from './join'
import { payForm } from './pay-form'

test('“e‑mail” inside a sentence does not break across lines', () => {
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
})
