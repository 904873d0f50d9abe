import { expect, it } from 'vitest'
import { normalizeText, shorten, withoutControls } from './text'

const INVISIBLE = [
  '\u200b\u200b',
  '\u200e',
  '\u2060\ufeff',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f\u1160',
  '\u17b4\u17b5',
  '\u180e',
  '\u2800',
  '\u3164',
  '\uffa0',
  '\ufe0f',
  '\u{e0100}',
  '\u{e0067}\u{e007f}',
  '\u0007\u0085',
  '\ue000',
  '\u0378',
  ' \u3000\u00a0\u2028',
  '\u202a\u2066\u2069\u202c',
]

it.each(INVISIBLE)('a text that nobody can see is empty: %j', (text) => {
  expect(normalizeText(text)).toBe('')
  expect(normalizeText(`${text}\u200b \u2800`)).toBe('')
  expect(normalizeText(`a${text}b`)).not.toBe('')
})

it.each([
  [' Ada ', 'Ada'],
  ['\u200eAda\u200f', 'Ada'],
  ['\u200b \ufeffAda\u00ad \u2060', 'Ada'],
  ['\u202aAda\u202c', 'Ada'],
  ['Ana\u200dMaria', 'Ana\u200dMaria'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['❤\ufe0f', '❤\ufe0f'],
  // The flag of England ends with a tag, which is a format character.
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['two\n lines', 'two\n lines'],
])('white space and format characters at the ends go, those inside stay: %j', (text, normal) => {
  expect(normalizeText(text)).toBe(normal)
})

it('decomposed letters are composed, so that equal names are equal texts', () => {
  expect(normalizeText('Nguye\u0302\u0303n')).toBe('Nguyễn')
  expect(normalizeText('Cafe\u0301')).toBe('Café')
  expect(normalizeText('\u1112\u1161\u11ab')).toBe('한')
})

it('half a surrogate pair and NUL stay in a text, which is refused for them', () => {
  expect(normalizeText('\ud800')).toBe('\ud800')
  expect(normalizeText('a\u0000b')).toBe('a\u0000b')
})

it('a long text takes linear time', () => {
  for (const run of ['\u0301\u0323', ' ', '\u200b', '\u2800']) normalizeText(`a${run.repeat(100_000)}b`)
}, 1_000)

it('a shortened text ends with an ellipsis', () => {
  expect(shorten('💶💶💶', 3)).toBe('💶💶💶')
  expect(shorten('ab cd', 4)).toBe('ab…')
})

it('control and format characters are removed, and letters of every script stay', () => {
  expect(withoutControls('a\n\u0007b\u202ec\u200bd')).toBe('abcd')
  expect(withoutControls('Réçu 领收证 ١.pdf')).toBe('Réçu 领收证 ١.pdf')
})
