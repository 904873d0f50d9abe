import { describe, expect, it } from 'vitest'
import { emailIdentity, isEmail } from './email-address'

describe('email', () => {
  it.each([
    'a@b.co',
    'ana.maria+x@shop.example.com',
    "o'neil@x-y.org",
    'josé@müller.de',
    'a@xn--mller-kva.xn--p1ai',
  ])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a@@b.co',
    'a b@c.de',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.de',
    'a@b..co',
    'a@-b.co',
    'a@b.c',
    'a@b.co\n',
    'a\u0001@b.co',
    'a@1.2.3.4',
    '<a@b.co>',
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('does not tell capitals apart', () => {
    expect(emailIdentity(' Ana@Example.COM ')).toBe('ana@example.com')
  })
})
