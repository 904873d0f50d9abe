import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/messages/catalogue'
import { entryGroups } from './entry-groups'

test.each([
  ['en', 'chargebacks', '/payments/disputes'],
  ['es', 'contrasena', '/settings/security'],
  ['es', 'payouts', '/payouts'],
  ['pt', 'Saques', '/payouts'],
  ['pt', 'api docu', '/docs'],
] as const)('in %s “%s” finds %s', (language, text, path) => {
  const offered = { granted: [], hasDisputes: true, onShowKeys: () => {} }
  const found = entryGroups(text, offered, translatorOf(language)).flatMap(({ options }) => options)
  expect(found.map(({ to }) => to)).toContain(path)
})
