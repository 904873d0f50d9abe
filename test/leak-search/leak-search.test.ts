import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCards } from '@/lib/contract/test-cards'
import { english } from '@/test/english'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { kindsIn, pageNeedles, storedNeedles } from './needles'
import { searchDatabase } from './search-database'
import { searchDataFolder, searchLines } from './search-files'
import { searchPage } from './search-page'
import { SECURITY_CODES } from './security-codes'

const KEY = `checkout_sk_${'a1B2'.repeat(12)}`
const SIGNING = `whsec_${'Z9y8'.repeat(10)}`
const PASSWORD = 'correct horse+battery/staple'
const secrets = [{ kind: 'the demo password', value: PASSWORD }]
const stored = storedNeedles(secrets)
const shown = pageNeedles(secrets)

describe('the search for secrets', () => {
  it.each(testCards.map(({ number }) => number))(
    'the card number %s is found with and without separators',
    (number) => {
      for (const joint of ['', ' ', '-', '\u00a0', '%20', '+']) {
        const groups = number.match(/\d{1,4}/g) ?? []
        expect(kindsIn(`a ${groups.join(joint)}.`, shown)).toEqual(['a card number'])
      }
      expect(kindsIn(`1${number}`, shown)).toEqual([])
    },
  )

  it('keys, signing secrets, tokens and passwords are found in any notation', () => {
    expect(kindsIn(KEY, shown)).toEqual(['an API key'])
    expect(kindsIn(SIGNING, shown)).toEqual(['a signing secret'])
    expect(kindsIn('authorization: bearer eyJhbGciOi.J9abcdef.ghi', shown)).toEqual(['a bearer token'])
    for (const text of [PASSWORD, encodeURIComponent(PASSWORD), `{"p":${JSON.stringify(PASSWORD)}}`])
      expect(kindsIn(text, shown)).toEqual(['the demo password'])
  })

  it.each(Object.values(SECURITY_CODES))(
    'the security code %s is found as a value, but not within a number',
    (code) => {
      for (const text of [
        code,
        `{"x":"${code}"}`,
        `cvc=${code}&`,
        `{\\"cvc\\":\\"${code}\\"}`,
        `"cvc":${code},`,
      ])
        expect(kindsIn(text, stored), text).toEqual(['a security code'])
      expect(kindsIn(`<input name="cvc" value="${code}">`, shown)).toEqual(['a security code'])
      for (const text of [`1${code}`, `{"amount":${code}}`, `{"amount":${code}.5}`, `${code}0`])
        expect(kindsIn(text, stored), text).toEqual([])
    },
  )

  it('similar texts are not found', () => {
    for (const text of ['checkout_sk_…1a2b', 'whsec_…', 'Bearer <key>', 'visa 4242', '4242 4242 4242 4241'])
      expect(kindsIn(text, stored), text).toEqual([])
  })
})

describe('the database', () => {
  let database: TestDatabase
  let client: Client
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('the search of a clean database reads every schema and finds nothing', async () => {
    const { finds, tables, rows } = await searchDatabase(database.url, stored)
    expect(finds).toEqual([])
    expect(tables).toBeGreaterThan(20)
    expect(rows).toBeGreaterThan(0)
  })

  it('planted secrets in text, JSON, bytes and arrays of any schema are found, and never shown', async () => {
    await client.query(`CREATE SCHEMA attic`)
    await client.query(
      `CREATE TABLE attic.box (id int, note text, doc jsonb, raw bytea, list text[], amount int, cvc int)`,
    )
    await client.query(
      `INSERT INTO attic.box SELECT n, 'nothing', '{}', '', '{}', 739, 1 FROM generate_series(1, 4500) AS n`,
    )
    await client.query(`INSERT INTO attic.box VALUES (0, $1, $2, $3, $4, 1, 739)`, [
      SECURITY_CODES.amex,
      { sent: { number: '4242 4242 4242 4242' } },
      Buffer.concat([Buffer.from([0, 255]), Buffer.from(KEY)]),
      ['a', SIGNING],
    ])
    const { finds } = await searchDatabase(database.url, stored)
    expect(finds).toEqual([
      { where: 'attic.box.note', what: 'a security code' },
      { where: 'attic.box.doc', what: 'a card number' },
      { where: 'attic.box.raw', what: 'an API key' },
      { where: 'attic.box.list', what: 'a signing secret' },
      { where: 'attic.box.cvc', what: 'a security code' },
    ])
    expect(JSON.stringify(finds)).not.toMatch(/4242|a1B2|Z9y8|739/)
  })
})

describe('logs and files', () => {
  it('a find names its line, and the start may print only the demo login', () => {
    const log = `ready\n  Demo login: a@b.example / ${PASSWORD}\n  Demo key: ${KEY}\napi | sent ${KEY}\n`
    expect(searchLines('server.log', log, stored)).toEqual([
      { where: 'server.log line 4', what: 'an API key' },
    ])
  })

  it('every file of the data folder is read except those that store its secrets', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leak-'))
    try {
      fs.mkdirSync(path.join(folder, 'postgres/data'), { recursive: true })
      for (const name of [
        'demo.json',
        'secrets.json',
        'postgres/data/1',
        'postgres/postgres.log',
        'export.csv',
      ])
        fs.writeFileSync(path.join(folder, name), `one\n${SIGNING}\n`)
      const { finds } = searchDataFolder(folder, stored)
      expect(finds.map(({ where }) => where).sort()).toEqual([
        'export.csv line 2',
        'postgres/postgres.log line 2',
      ])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})

describe('pages', () => {
  const table = `<details class="x"><summary>${english('pay.testCards')}</summary><p>${english('pay.testCardsLead')}</p><button>4242 4242 4242 4242</button></details>`
  const item = `[\\"$\\",\\"li\\",\\"4242424242424242\\",{\\"children\\":[\\"$\\",\\"button\\",null,{\\"type\\":\\"button\\",\\"value\\":\\"4242424242424242\\"`
  const data = `self.__next_f.push([1,"${item},\\"children\\":[{\\"children\\":[\\"Use\\"]"])</script><script nonce="n">self.__next_f.push([1,"}],\\"4242 4242 4242 4242\\"]"])</script>`
  const find = (path: string, text: string) => searchPage({ where: path, path, text }, shown)

  it("the payer's pages may show their table of test cards, and nothing else", () => {
    const page = `<main><details><summary>Card</summary>${table}</details></main><script>${data}`
    expect(find('/pay/pl_1', page)).toEqual([])
    expect(find('/join/shop', page)).toEqual([])
    // A slow page writes HTML between two parts of the data.
    const slow = page.replace(
      '\\"value\\":',
      `\\"value\\":"])</script><p>Pay</p><script>self.__next_f.push([1,"`,
    )
    expect(slow).not.toBe(page)
    expect(find('/pay/pl_1', slow)).toEqual([])
    // React names an element of a long page by a reference.
    const long = `<script>self.__next_f.push([1,"\\"children\\":[\\"$L26\\",\\"4242 4242 4242 4242\\"]"])</script>`
    expect(find('/pay/pl_1', long)).toEqual([])
    expect(find('/receipt/pay_1', page)).toEqual([{ where: '/receipt/pay_1', what: 'a card number' }])
    expect(find('/pay/pl_1', `${page}<input value="4242424242424242">`)).toHaveLength(1)
    expect(find('/pay/pl_1', `<details>${english('pay.testCards')} 4242424242424242</details>`)).toHaveLength(
      1,
    )
  })

  it('the documentation may show test cards and its test vector, and no other secret', () => {
    const vector = fs.readFileSync('docs/guides/samples/test-vector.json', 'utf8')
    expect(find('/docs/webhooks', vector)).toEqual([])
    expect(find('/developers', vector)).toHaveLength(1)
    expect(find('/docs/quick-start', '4242 4242 4242 4242')).toEqual([])
    expect(find('/api/v1/openapi.json', '4242424242424242')).toEqual([])
    expect(find('/docs/webhooks', SIGNING)).toEqual([{ where: '/docs/webhooks', what: 'a signing secret' }])
    expect(find('/payments/data', `{"key":"${KEY}"}`)).toHaveLength(1)
  })
})
