import { expect, it } from 'vitest'
import { safePath } from './safe-path'

it('keeps a path of this app', () => {
  expect(safePath('/payments?status=FAILED#x')).toBe('/payments?status=FAILED#x')
})

it('never leads to another site, nor back to the sign-in', () => {
  const away = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
  ]
  for (const path of [...away, 'javascript:alert(1)', '/sign-in', '', undefined, ['/a']]) {
    expect(safePath(path)).toBe('/')
  }
})
