import { describe, expect, it } from 'vitest'
import { readTypedUrl } from './typed-url'

const test = { testMode: true }
const live = { testMode: false }

describe('readTypedUrl', () => {
  it.each([
    ['https://example.com/hook?a=1', 'https://example.com/hook?a=1'],
    ['https://EXAMPLE.com:443/#part', 'https://example.com/'],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
    ['https://example.com:1025/x', 'https://example.com:1025/x'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://mylocal.example/x', 'https://mylocal.example/x'],
  ])('the address %s is accepted', (text, href) => {
    const read = readTypedUrl(text, live)
    expect(read.ok && read.url.href).toBe(href)
    expect(read.ok && read.local).toBe(false)
  })

  it.each(['http://localhost', 'http://localhost:3000/api/webhooks/x', 'http://LOCALHOST:1/'])(
    'the address %s is accepted in test mode only',
    (text) => {
      expect(readTypedUrl(text, test)).toMatchObject({ ok: true, local: true })
      expect(readTypedUrl(text, live)).toEqual({ ok: false, problem: 'https_required' })
    },
  )

  it.each([
    ['', 'invalid_url'],
    ['example.com', 'invalid_url'],
    ['https://', 'invalid_url'],
    [`https://example.com/${'x'.repeat(2_050)}`, 'url_too_long'],
    ['http://example.com/', 'https_required'],
    ['ftp://example.com/', 'https_required'],
    ['http://127.0.0.1/', 'https_required'],
    ['http://localhost.example.com/', 'https_required'],
    ['http://user@localhost/', 'url_with_user_info'],
    ['https://user:pass@example.com/', 'url_with_user_info'],
    ['https://127.0.0.1/', 'host_not_public'],
    ['https://8.8.8.8/', 'host_not_public'],
    ['https://0x7f.1/', 'host_not_public'],
    ['https://2130706433/', 'host_not_public'],
    ['https://１２７.0.0.1/', 'host_not_public'],
    ['https://[::1]/', 'host_not_public'],
    ['https://[2606:4700::1111]/', 'host_not_public'],
    ['https://localhost/', 'host_not_public'],
    ['https://a.localhost/', 'host_not_public'],
    ['https://localhost./', 'host_not_public'],
    ['https://printer.local/', 'host_not_public'],
    ['https://metadata.google.internal/', 'host_not_public'],
    ['https://metadata.google.internal./', 'host_not_public'],
    ['https://intranet/', 'host_not_public'],
    ['https://example.com:22/', 'port_not_allowed'],
    ['https://example.com:80/', 'port_not_allowed'],
    ['https://example.com:1024/', 'port_not_allowed'],
    ['https://example.com:0/', 'port_not_allowed'],
  ])('the address %s is refused as %s', (text, problem) => {
    expect(readTypedUrl(text, test)).toEqual({ ok: false, problem })
  })
})
