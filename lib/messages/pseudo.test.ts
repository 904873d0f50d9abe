import { expect, test } from 'vitest'
import { argumentsOf, readTexts } from '@/scripts/message-keys.mjs'
import { pseudoOf } from './pseudo'

test('a text of the pseudo-language is accented and longer, between brackets', () => {
  const text = pseudoOf('{count, plural, one {# link of {name}} other {# links}} left')
  expect(text).toMatch(/^⟦\{count, plural, one \{# lïnk öf \{name\}\} other \{# lïnks\}\} léft( öñé)+⟧$/)
})

test('each text keeps its arguments in the pseudo-language', () => {
  for (const text of Object.values(readTexts('en')))
    expect(argumentsOf(pseudoOf(text), 'en'), text).toEqual(argumentsOf(text, 'en'))
})
