import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SignatureExplanation, SignatureMistake } from '@/lib/contract/explain-signature'
import { DebuggerResult } from './debugger-result'

const right: SignatureExplanation = {
  verdict: 'valid',
  mistakes: [],
  t: 1_795_000_000,
  acceptedFrom: 1_794_999_700,
  acceptedUntil: 1_795_000_300,
  ageSeconds: 12,
  secretIndex: 1,
  v1Index: 0,
  v1Count: 1,
  ofComputed: null,
}

function textOf(change: Partial<SignatureExplanation>, secretCount = 1) {
  const explanation = { ...right, ...change }
  return renderToStaticMarkup(
    <DebuggerResult explained={{ state: 'done', explanation }} secretCount={secretCount} />,
  ).replaceAll(/<[^>]*>/g, ' ')
}

test('a valid signature is shown with the matching secret and the time until which it is accepted', () => {
  const text = textOf({}, 2)
  expect(text).toContain('The signature is right.')
  expect(text).toContain('The secret in line 2')
  expect(text).toContain('The other secrets do not fit')
  expect(text).toMatch(/Accepted until.*2026-11-18 11:11:40 UTC/)
})

test.each<[SignatureMistake, RegExp]>([
  [{ code: 'too_old', seconds: 430, zoneHours: null }, /7 min 10 s old.*clock is ahead/],
  [{ code: 'in_future', seconds: 430, zoneHours: null }, /7 min 10 s ahead.*clock is behind/],
  [{ code: 'too_old', seconds: 21_600, zoneHours: 6 }, /6 h old.*time zone of 6 h/],
  [
    { code: 'body_changed', changes: ['spacing', 'unicode_escaped'] },
    /other spaces in the JSON, letters became.*Verify the raw body/,
  ],
  [{ code: 'secret_form', use: 'prefix_missing', line: 0 }, /lacks its start, whsec_/],
  [{ code: 'v1_cut', length: 40, fits: true }, /40 of 64 characters.*start of the right digest/],
  [{ code: 'signed_otherwise', text: 'body_alone' }, /body alone was signed/],
])('the mistake %j is explained', (mistake, text) => {
  expect(textOf({ verdict: 'invalid', mistakes: [mistake] })).toMatch(text)
})

test('the digest of the receiver’s code is explained separately from the header', () => {
  expect(textOf({ ofComputed: [] })).toContain('It is the right one.')
  expect(textOf({ ofComputed: [{ code: 'v1_base64' }] })).toMatch(/right\..*Your code’s digest.*in base64/)
})
