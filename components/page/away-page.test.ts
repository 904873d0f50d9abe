import { expect, test } from 'vitest'
import { errors } from '@/lib/messages/errors'
import { awayPage } from './away-page'

test.each([
  ['a payment link', 'GET', '/pay/lnk_1', errors.away.payment],
  ['an attempt to pay', 'GET', '/pay/lnk_1?attempt=a1', errors.away.attempt],
  ['a screen of the dashboard', 'GET', '/casa-verde/payments?q=%3Cb%3E', errors.away.page],
  ['a form', 'POST', '/sign-in', errors.away.form],
])(
  'the page in place of %s states the failure and the next step, without scripts',
  (_, method, url, copy) => {
    const html = awayPage({ url, method }, 'n0nce')
    expect(html).toContain(`<h1>${copy.title}</h1>`)
    expect(html).toContain(copy.hint)
    expect(html).toContain('<style nonce="n0nce">')
    expect(html.includes('<a href="">')).toBe(method === 'GET')
    expect(html).not.toMatch(/<script| style=|casa-verde/)
  },
)
