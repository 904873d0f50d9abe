import { describe, expect, it } from 'vitest'
import { emailIdentity, isEmail, lowerCaseEmail } from './email-address'

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
    expect(lowerCaseEmail(' Ana@MÜNCHEN.example ')).toBe('ana@münchen.example')
  })

  it.each([
    'ana@münchen.example',
    'Ana@MÜNCHEN.example',
    'ana@mu\u0308nchen.example',
    'ana@xn--mnchen-3ya.example',
    'ana@XN--MNCHEN-3YA.example',
  ])('the international address %s is one mailbox in all of its forms', (email) => {
    expect(emailIdentity(email)).toBe('ana@xn--mnchen-3ya.example')
  })

  it('a text that is no e-mail address is its own identity', () => {
    for (const text of ['ñandú', 'a@ü', 'ana@mün chen.example', 'a@b@ü.example'])
      expect(emailIdentity(text)).toBe(text)
  })
})
