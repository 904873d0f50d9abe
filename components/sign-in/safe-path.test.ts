import { expect, it } from 'vitest'
import { safePath } from './safe-path'

it('a path of this app is safe', () => {
  expect(safePath('/payments?status=FAILED#x')).toBe('/payments?status=FAILED#x')
})

it('an address of another site or of the sign-in is not safe', () => {
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
