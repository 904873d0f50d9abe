import { describe, expect, it } from 'vitest'
import { emailIdentity, isEmail } from './email-address'

describe('email', () => {
  it.each([
    'a@b.co',
    'ana.maria+x@shop.example.com',
    "o'neil@x-y.org",
    'josé@müller.de',
    'a@xn--mller-kva.xn--p1ai',
  ])('the address %s is valid', (text) => {
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
  ])('the text %j is no e-mail address', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('addresses are compared case-insensitively', () => {
    expect(emailIdentity(' Ana@Example.COM ')).toBe('ana@example.com')
  })
})
