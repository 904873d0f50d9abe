import { expect, it } from 'vitest'
import { shareHref } from './face'
import { fileNameOf } from './qr'
import { emailHref, smsHref, urlIn, whatsappHref } from './share-parts'

const text = { line: 'Café & Co: 50 % off #1', url: 'https://pay.test/pay/pl_1?a=b&c=d' }

it('any title survives the encoding of each URL', () => {
  const whatsapp = new URL(whatsappHref(text))
  expect([...whatsapp.searchParams]).toEqual([['text', `${text.line}\n${text.url}`]])
  const email = new URL(emailHref(text))
  expect([...email.searchParams]).toEqual([
    ['subject', text.line],
    ['body', `${text.line}\r\n${text.url}`],
  ])
  expect(new URL(smsHref(text)).searchParams.get('body')).toBe(`${text.line} ${text.url}`)
})

it('the message to a known customer has a recipient', () => {
  const to = { phone: '+1 415-555-0132', email: 'ada+shop&co@example.test' }
  expect(whatsappHref(text, to)).toMatch(/^https:\/\/wa\.me\/14155550132\?text=/)
  expect(smsHref(text, to)).toMatch(/^sms:\+14155550132\?&body=/)
  expect(new URL(emailHref(text, to)).pathname).toBe('ada%2Bshop%26co@example.test')
  const unknown = { phone: null, email: null }
  for (const href of [whatsappHref, smsHref, emailHref]) expect(href(text, unknown)).toBe(href(text))
})

it('a link opens in the language that was chosen for its payer', () => {
  expect(urlIn('https://pay.test/pay/pl_1', 'pt')).toBe('https://pay.test/pay/pl_1?lang=pt')
  expect(urlIn('https://pay.test/pay/pl_1?lang=en', 'es')).toBe('https://pay.test/pay/pl_1?lang=es')
})

it('a file name has only characters that every system accepts', () => {
  expect(fileNameOf('Menú de degustación / 2', 'link')).toBe('menu-de-degustacion-2')
  expect(fileNameOf('شاي', 'link')).toBe('link')
})

it('the share screen announces only a new link', () => {
  expect(shareHref('pl/1')).toBe('/links/pl%2F1/share')
  expect(shareHref('pl_1', { made: true })).toBe('/links/pl_1/share?made=1')
})
