import { expect, test } from 'vitest'
import { english } from '@/test/english'
import { awayPage } from './away-page'

test.each([
  ['a payment link', 'GET', '/pay/lnk_1', 'payment'],
  ['an attempt to pay', 'GET', '/pay/lnk_1?attempt=a1', 'attempt'],
  ['a screen of the dashboard', 'GET', '/casa-verde/payments?q=%3Cb%3E', 'page'],
  ['a form', 'POST', '/sign-in', 'form'],
] as const)(
  'the page in place of %s states the failure and the next step, without scripts',
  (_, method, url, kind) => {
    const html = awayPage({ url, method }, 'n0nce')
    expect(html).toContain(`<h1>${english(`page.away.${kind}.title`)}</h1>`)
    expect(html).toContain(english(`page.away.${kind}.hint`))
    expect(html).toContain('<style nonce="n0nce">')
    expect(html.includes('<a href="">')).toBe(method === 'GET')
    expect(html).not.toMatch(/<script| style=|casa-verde/)
  },
)

test('a payer reads the page in the language of the address or of the browser, a member in the browser’s', () => {
  const headers = { 'accept-language': 'pt-BR' }
  expect(awayPage({ url: '/pay/lnk_1', headers }, 'n')).toContain('<html lang="pt-BR">')
  expect(awayPage({ url: '/pay/lnk_1?lang=es', headers }, 'n')).toContain('<html lang="es">')
  expect(awayPage({ url: '/casa-verde', headers }, 'n')).toContain('<html lang="pt-BR">')
  expect(awayPage({ url: '/docs', headers }, 'n')).toContain('<html lang="en">')
})
