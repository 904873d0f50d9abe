import { expect, test } from 'vitest'
import { problemsOf } from './check-messages.mjs'
import { declarationOf } from './message-keys.mjs'

const en = {
  'pay.wait': 'Wait {seconds, plural, one {only # second} other {# seconds}}.',
  'pay.to': 'Pay {name}',
}
const es = {
  'pay.wait': 'Espere {seconds, plural, one {# segundo} many {# de segundos} other {# segundos}}.',
  'pay.to': 'Pagar a {name}',
}
test('a complete catalogue whose keys are used has no problems', () => {
  expect(problemsOf({ en, es }, "t('pay.wait', { seconds }) + t('pay.to', { name })")).toEqual([])
})

test.each([
  [
    { ...es, 'pay.to': 'Pagar a {nombre}' },
    'es pay.to has the arguments nombre: string instead of name: string',
  ],
  [
    { ...es, 'pay.to': 'Pagar a {name, number}' },
    'es pay.to has the arguments name: number instead of name: string',
  ],
  [{ ...es, 'pay.more': 'Más' }, 'es pay.more is not in en'],
  [{ 'pay.wait': es['pay.wait'] }, 'es pay.to is missing'],
  [
    { ...es, 'pay.wait': 'Espere {seconds, plural, one {# segundo} other {# segundos}}.' },
    'es pay.wait has no form "many" of {seconds}',
  ],
  [{ ...es, 'pay.to': 'Pagar a {name' }, expect.stringContaining('es pay.to is not an ICU message')],
])('a catalogue with one mistake is reported: %j', (wrong, problem) => {
  expect(problemsOf({ en, es: wrong }, "'pay.wait' 'pay.to'")).toEqual([problem])
})

test('a key that no code uses is reported, and a template counts for the keys that it can form', () => {
  expect(problemsOf({ en }, "t('pay.wait', {})")).toEqual(['en pay.to is not used'])
  expect(
    problemsOf(
      { en: { 'pay.ends.paid': 'Paid', 'pay.other': 'Other' } },
      ['t(`pay.ends.$', '{state}`)'].join(''),
    ),
  ).toEqual(['en pay.other is not used'])
})

test('the declaration has each key with the types of its arguments', () => {
  const declared = declarationOf({
    ...en,
    'pay.by': '{way, select, card {By card} other {Otherwise}}',
    'pay.no': 'No',
  })
  for (const row of [
    "'pay.wait': { seconds: number }",
    "'pay.to': { name: string }",
    "'pay.by': { way: string }",
    "'pay.no': null",
  ])
    expect(declared).toContain(row)
})
