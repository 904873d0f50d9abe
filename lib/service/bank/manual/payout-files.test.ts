import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { Batch, BatchPayout } from './batch'
import { type Debtor, payoutCsv, payoutXml } from './payout-files'

const IBAN = 'DE89370400440532013000'
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const DEBTOR: Debtor = { name: 'Checkout GmbH', account: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
const ID = 'set_019a7c3f5e6b7d8091a2b3c4d5e6f708'

const payout = (overrides: Partial<BatchPayout> = {}): BatchPayout => ({
  reference: ID,
  amountMinor: 9_680,
  holder: 'Café Aurora',
  bankName: 'Banco Central',
  accountNumber: IBAN,
  ...overrides,
})

function batchOf(payouts: readonly BatchPayout[], currency = 'EUR'): Batch {
  return {
    number: 7,
    currency,
    createdAt: new Date('2026-11-10T23:30:15.250Z'),
    totalMinor: payouts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    payouts,
  }
}

/** Parses a file, which fails if it is not well-formed, and returns the texts of the elements at a path. */
function read(xml: string) {
  const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  return (...path: string[]): string[] => {
    let found: Element[] = [...document.getElementsByTagNameNS(NAMESPACE, path[0] ?? '')]
    for (const name of path.slice(1))
      found = found.flatMap((parent) =>
        [...parent.childNodes].filter((node): node is Element => node.nodeName === name),
      )
    return found.map((element) => element.textContent ?? '')
  }
}

/** Returns the names of an element's children, in their order. */
const childrenOf = (xml: string, name: string) => {
  const [element] = new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS(NAMESPACE, name)
  return [...(element?.childNodes ?? [])].map(({ nodeName }) => nodeName).filter((node) => node !== '#text')
}

it('a batch in EUR between IBANs is a SEPA credit transfer with its sums and its ids', () => {
  const xml = payoutXml(
    batchOf([payout(), payout({ reference: `${ID.slice(0, -1)}9`, amountMinor: 5 })]),
    DEBTOR,
  )
  const values = read(xml)
  expect(values('GrpHdr', 'MsgId')).toEqual(['PAYOUTS-20261110233015-7'])
  expect(values('GrpHdr', 'CreDtTm')).toEqual(['2026-11-10T23:30:15Z'])
  for (const part of ['GrpHdr', 'PmtInf']) {
    expect(values(part, 'NbOfTxs')).toEqual(['2'])
    expect(values(part, 'CtrlSum')).toEqual(['96.85'])
  }
  expect(values('PmtInf', 'PmtTpInf', 'SvcLvl', 'Cd')).toEqual(['SEPA'])
  expect(values('PmtInf', 'ChrgBr')).toEqual(['SLEV'])
  expect(values('PmtInf', 'ReqdExctnDt', 'Dt')).toEqual(['2026-11-10'])
  expect(values('DbtrAcct', 'Id', 'IBAN')).toEqual([DEBTOR.account])
  expect(values('DbtrAgt', 'FinInstnId', 'BICFI')).toEqual(['ABNANL2A'])
  expect(values('InstdAmt')).toEqual(['96.80', '0.05'])
  expect(xml.match(/<InstdAmt Ccy="EUR">/g)).toHaveLength(2)
  expect(values('CdtTrfTxInf', 'CdtrAcct', 'Id', 'IBAN')).toEqual([IBAN, IBAN])
  expect(values('EndToEndId')[0]).toBe('set019a7c3f5e6b7d8091a2b3c4d5e6f708')
  for (const id of [...values('EndToEndId'), ...values('MsgId'), ...values('PmtInfId')])
    expect(id).toMatch(/^[A-Za-z0-9-]{1,35}$/)
  expect(values('Ustrd')[0]).toBe('Settlement set019a7c3f5e6b7d8091a2b3c4d5e6f708')
})

it('the elements stand in the order of the schema', () => {
  const uniform = payoutXml(batchOf([payout()]), DEBTOR)
  expect(childrenOf(uniform, 'GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'])
  expect(childrenOf(uniform, 'PmtInf')).toEqual([
    ...['PmtInfId', 'PmtMtd', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt'],
    ...['Dbtr', 'DbtrAcct', 'DbtrAgt', 'ChrgBr', 'CdtTrfTxInf'],
  ])
  expect(childrenOf(uniform, 'CdtTrfTxInf')).toEqual(['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf'])
  const mixed = payoutXml(batchOf([payout(), payout({ accountNumber: '000123' })]), DEBTOR)
  expect(childrenOf(mixed, 'PmtInf')).not.toContain('ChrgBr')
  expect(childrenOf(mixed, 'CdtTrfTxInf')).toEqual([
    ...['PmtId', 'PmtTpInf', 'Amt', 'ChrgBr', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  ])
  const other = payoutXml(batchOf([payout()], 'USD'), DEBTOR)
  expect(childrenOf(other, 'CdtTrfTxInf')).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'])
})

it.each([
  ['USD', IBAN, DEBTOR.account, ['IBAN']],
  ['EUR', '000123456789', DEBTOR.account, ['Othr', 'Id']],
  ['EUR', IBAN, '123456', ['IBAN']],
])('a payment in %s to %s from %s is no SEPA credit transfer', (currency, accountNumber, account, at) => {
  const debtor = { ...DEBTOR, account, bic: null }
  const values = read(payoutXml(batchOf([payout({ accountNumber })], currency), debtor))
  expect(values('SvcLvl')).toEqual([])
  expect(values('ChrgBr')).toEqual(['SHAR'])
  expect(values('CdtrAgt', 'FinInstnId', 'Nm')).toEqual(['Banco Central'])
  expect(values('CdtrAcct', 'Id', ...at)).toEqual([accountNumber])
  expect(values('DbtrAgt', 'FinInstnId', 'Othr', 'Id')).toEqual(['NOTPROVIDED'])
})

it('each payment of a mixed batch has its own service level and charges', () => {
  const values = read(payoutXml(batchOf([payout(), payout({ accountNumber: '000123' })]), DEBTOR))
  expect(values('CdtTrfTxInf', 'ChrgBr')).toEqual(['SLEV', 'SHAR'])
  expect(values('CdtTrfTxInf', 'PmtTpInf', 'SvcLvl', 'Cd')).toEqual(['SEPA'])
})

it.each([
  ['Café Ñandú & Søn <Ægir> ß', 'Cafe Nandu + Son .AEgir. ss'],
  ['Łódź “Żółw”, 株', 'Lodz .Zolw., .'],
  ['Ö'.repeat(100), 'O'.repeat(70)],
])('a name in a file in EUR has only the characters of SEPA: %s', (holder, expected) => {
  const values = read(payoutXml(batchOf([payout({ holder })]), { ...DEBTOR, name: holder }))
  expect(values('Cdtr', 'Nm')).toEqual([expected])
  expect(values('Dbtr', 'Nm')).toEqual([expected])
})

it('names in other files are escaped and otherwise unchanged', () => {
  const holder = `A <b> & "c" 'd' ]]> 株式会社 \u0001x`
  const [name] = read(payoutXml(batchOf([payout({ holder })], 'JPY'), DEBTOR))('Cdtr', 'Nm')
  expect(name).toBe(holder.replace('\u0001', ' '))
})

it('amounts have the decimals of their currency', () => {
  const amounts = (currency: string) => read(payoutXml(batchOf([payout()], currency), DEBTOR))('InstdAmt')
  expect([amounts('JPY'), amounts('USD'), amounts('KWD')]).toEqual([['9680'], ['96.80'], ['9.680']])
})

it('the CSV has one line for each payout, and no cell is a formula', () => {
  const csv = payoutCsv(batchOf([payout(), payout({ holder: '=HYPERLINK("x")', bankName: 'A, "B"' })]))
  const { data, errors } = Papa.parse<Record<string, string>>(csv.slice(1).trim(), { header: true })
  expect(errors).toEqual([])
  expect(data).toEqual([
    {
      batch: '7',
      settlement: ID,
      holder: 'Café Aurora',
      account_number: IBAN,
      bank: 'Banco Central',
      amount: '96.80',
      currency: 'EUR',
      end_to_end_reference: 'set019a7c3f5e6b7d8091a2b3c4d5e6f708',
    },
    expect.objectContaining({ holder: `'=HYPERLINK("x")`, bank: 'A, "B"' }),
  ])
})
