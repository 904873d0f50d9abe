import { expect, test } from 'vitest'
import { type Language, languages } from '@/lib/domain/languages'
import { type Noun, sources, textsOf, translatorOf } from './catalogue'

test('texts for the browser are plain data, which React can send', () => {
  const { 'pay-form.tooMany': tooMany } = textsOf('es', ['pay-form'])
  const plural = Array.isArray(tooMany) ? tooMany.find((part) => Array.isArray(part)) : undefined
  expect(Object.getPrototypeOf(plural?.[2])).toBe(Object.prototype)
})

test.each([
  ['en', 1, 'Wait 1 second and'],
  ['en', 90, 'Wait 90 seconds and'],
  ['es', 1, 'Espere 1 segundo e'],
  ['es', 1_000_000, 'de segundos e'],
  ['pt', 90, 'Aguarde 90 segundos e'],
] as const)('in %s the wait of %s seconds has its plural form', (language, seconds, part) => {
  expect(translatorOf(language)('pay-form.tooMany', { seconds })).toContain(part)
})

test('a text that was not provided is shown as its key, and a value is no pattern', () => {
  const t = translatorOf('en')
  expect(t('pay.ends.paid', { merchant: "{x} <b> 'A' #" })).toBe("Your payment went to {x} <b> 'A' #.")
  expect(t.first('pay.nothing', 'pay.testMode')).toBe('Test mode')
  expect(t.first('pay.nothing')).toBeUndefined()
  expect(t.first('constructor')).toBeUndefined()
  expect(t.first('pay.ends.paid')).toBe('pay.ends.paid')
})

test('“e‑mail” inside a sentence does not break across lines', () => {
  const names = Object.keys(languages) as Language[] // Object.keys forgets the key type.
  const texts = names.flatMap((language) =>
    Object.values(sources[language] satisfies Record<Noun, object>).flatMap((file) => Object.values(file)),
  )
  expect(texts.filter((text) => text.includes('e-mail'))).toEqual([])
})
