import { expect, test } from 'vitest'
import { nameBrowser } from './name-browser'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Chrome', 'Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge', 'Windows', `${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Opera', 'Linux', `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`],
  [
    'Samsung Internet',
    'Android',
    `${MOZILLA} (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
  ['Firefox', 'macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0`],
  ['Safari', 'macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/18.6 Safari/605.1.15`],
  [
    'Safari',
    'iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome',
    'iPad',
    `${MOZILLA} (iPad; CPU OS 18_6 like Mac OS X) ${IOS} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Chrome', 'ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`],
  [null, null, 'curl/8.5.0'],
  [null, null, ''],
])('%s on %s is recognized by its user agent', (browser, system, userAgent) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system })
})
