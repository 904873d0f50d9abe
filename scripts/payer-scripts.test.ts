import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { API_VERSION } from '@/lib/service/processor/stripe/stripe-api'
import { hostedFieldsOf } from '@/lib/ui/hosted-fields'
import { EXTERNAL_SCRIPTS, payerScripts, sha384Of } from './payer-scripts.mjs'

test('the inventory of a page has each script of its first load and each that those load later, with its hash', () => {
  const build = fs.mkdtempSync(path.join(os.tmpdir(), 'payer-scripts-'))
  onTestFinished(() => fs.rmSync(build, { recursive: true }))
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(build, file)), { recursive: true })
    fs.writeFileSync(path.join(build, file), text)
  }
  for (const page of ['pay/[linkId]', 'join/[slug]', 'receipt/[paymentId]']) {
    const folder = `server/app/(checkout)/${page}`
    write(`${folder}/page/build-manifest.json`, '{"rootMainFiles":["static/chunks/main.js"]}')
    const own = page.startsWith('pay') ? '/_next/static/chunks/form_1-a.js' : ''
    write(`${folder}/page_client-reference-manifest.js`, `x={"chunks":["${own}"]}`)
  }
  const later = 'load("static/chunks/fields~2.js")'
  write('static/chunks/main.js', 'main()')
  write('static/chunks/form_1-a.js', later)
  write('static/chunks/fields~2.js', 'load("static/chunks/form_1-a.js")')
  write('static/chunks/dashboard.js', 'dashboard()')
  const { pages } = payerScripts(build)
  const main = { src: '/_next/static/chunks/main.js', sha384: sha384Of(Buffer.from('main()')) }
  expect(pages).toEqual({
    '/pay/[linkId]': [
      {
        src: '/_next/static/chunks/fields~2.js',
        sha384: expect.stringMatching(/^sha384-[A-Za-z0-9+/]{64}$/),
      },
      { src: '/_next/static/chunks/form_1-a.js', sha384: sha384Of(Buffer.from(later)) },
      main,
    ],
    '/join/[slug]': [main],
    '/receipt/[paymentId]': [main],
  })
})

test('the inventory names the script that the pages load, in the release of the API version of the adapter', () => {
  const fields = hostedFieldsOf({ PROCESSOR: 'stripe', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })
  const [, release] = API_VERSION.split('.')
  expect(fields?.scriptUrl).toBe(`https://js.stripe.com/${release}/stripe.js`)
  expect(EXTERNAL_SCRIPTS.map(({ src }) => src)).toEqual([fields?.scriptUrl])
})
