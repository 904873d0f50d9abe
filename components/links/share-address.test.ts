import { expect, it } from 'vitest'
import { emailHref, fileNameOf, shareHref, smsHref, whatsappHref } from './share-address'

const text = { line: 'Café & Co: 50 % off #1', url: 'https://pay.test/pay/pl_1?a=b&c=d' }

it('carries any title through each address unharmed', () => {
  const whatsapp = new URL(whatsappHref(text))
  expect([...whatsapp.searchParams]).toEqual([['text', `${text.line}\n${text.url}`]])
  const email = new URL(emailHref(text))
  expect([...email.searchParams]).toEqual([
    ['subject', text.line],
    ['body', `${text.line}\r\n${text.url}`],
  ])
  expect(new URL(smsHref(text)).searchParams.get('body')).toBe(`${text.line} ${text.url}`)
})

it('names files in letters that every system takes', () => {
  expect(fileNameOf('Menú de degustación / 2', 'link')).toBe('menu-de-degustacion-2')
  expect(fileNameOf('شاي', 'link')).toBe('link')
})

it('greets only the link that was just made', () => {
  expect(shareHref('pl/1')).toBe('/links/pl%2F1/share')
  expect(shareHref('pl_1', { made: true })).toBe('/links/pl_1/share?made=1')
})
