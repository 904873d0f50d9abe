import Papa from 'papaparse'
import { isIban } from '@/lib/domain/account-number'
import { foldText } from '@/lib/domain/fold-text'
import { inertCell } from '@/lib/domain/inert-cell'
import { toDecimalString } from '@/lib/domain/money'
import type { Batch, BatchPayout } from './batch'
import { endToEndReference } from './payout-row'

/** The operator's account, from which payouts are paid. `account` is a bare number or an IBAN. */
export interface Debtor {
  name: string
  account: string
  bic: string | null
}

const BYTE_ORDER_MARK = '\uFEFF'
const FIELDS = [
  'batch',
  'settlement',
  'holder',
  'account_number',
  'bank',
  'amount',
  'currency',
  'end_to_end_reference',
]

/** Returns the CSV of a batch, amounts in major units, each cell inert in a spreadsheet. */
export function payoutCsv({ number, currency, payouts }: Batch): string {
  const data = payouts.map(({ reference, holder, accountNumber, bankName, amountMinor }) =>
    [
      String(number),
      reference,
      holder,
      accountNumber,
      bankName,
      toDecimalString(amountMinor, currency),
      currency,
      endToEndReference(reference),
    ].map(inertCell),
  )
  return `${BYTE_ORDER_MARK}${Papa.unparse({ fields: FIELDS, data }, { newline: '\r\n' })}\r\n`
}

/** Characters of a name in SEPA (EPC implementation guidelines) and in other payments. */
const SEPA_NAME_MAX = 70
const NAME_MAX = 140
const BANK_NAME_MAX = 140
const NOT_SEPA = /[^A-Za-z0-9/\-?:().,'+ ]/

/** Returns the ISO 20022 order of a batch (pain.001.001.09), the same bytes each time. */
export function payoutXml(batch: Batch, debtor: Debtor): string {
  const { createdAt, payouts } = batch
  const instant = `${createdAt.toISOString().slice(0, 19)}Z`
  const id = `PAYOUTS-${instant.replace(/\D/g, '')}-${batch.number}`
  const text = batch.currency === 'EUR' ? sepaText : (plain: string) => plain
  const isSepa = (payout: BatchPayout) =>
    batch.currency === 'EUR' && isIban(debtor.account) && isIban(payout.accountNumber)
  const [first, ...rest] = payouts
  const isUniform = first !== undefined && rest.every((payout) => isSepa(payout) === isSepa(first))
  const service = (payout: BatchPayout) =>
    isSepa(payout) ? tag('PmtTpInf', tag('SvcLvl', leaf('Cd', 'SEPA'))) : ''
  const charges = (payout: BatchPayout) => leaf('ChrgBr', isSepa(payout) ? 'SLEV' : 'SHAR')
  const sums = [
    leaf('NbOfTxs', String(payouts.length)),
    leaf('CtrlSum', toDecimalString(batch.totalMinor, batch.currency)),
  ]
  const debtorName = leaf('Nm', shortened(text(debtor.name), SEPA_NAME_MAX))
  const order = (payout: BatchPayout) =>
    `\n${tag(
      'CdtTrfTxInf',
      tag('PmtId', leaf('EndToEndId', endToEndReference(payout.reference))),
      isUniform ? '' : service(payout),
      tag('Amt', leaf('InstdAmt', toDecimalString(payout.amountMinor, batch.currency), batch.currency)),
      isUniform ? '' : charges(payout),
      isSepa(payout)
        ? ''
        : tag('CdtrAgt', tag('FinInstnId', leaf('Nm', shortened(text(payout.bankName), BANK_NAME_MAX)))),
      tag('Cdtr', leaf('Nm', shortened(text(payout.holder), isSepa(payout) ? SEPA_NAME_MAX : NAME_MAX))),
      tag('CdtrAcct', accountId(payout.accountNumber)),
      tag('RmtInf', leaf('Ustrd', `Settlement ${endToEndReference(payout.reference)}`)),
    )}`
  const payment = [
    leaf('PmtInfId', id),
    leaf('PmtMtd', 'TRF'),
    ...sums,
    isUniform ? service(first) : '',
    tag('ReqdExctnDt', leaf('Dt', instant.slice(0, 10))),
    tag('Dbtr', debtorName),
    tag('DbtrAcct', accountId(debtor.account)),
    tag(
      'DbtrAgt',
      tag('FinInstnId', debtor.bic ? leaf('BICFI', debtor.bic) : tag('Othr', leaf('Id', 'NOTPROVIDED'))),
    ),
    isUniform ? charges(first) : '',
    ...payouts.map(order),
  ]
  const header = [leaf('MsgId', id), leaf('CreDtTm', instant), ...sums, tag('InitgPty', debtorName)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${tag(
    'CstmrCdtTrfInitn',
    tag('GrpHdr', ...header),
    `\n${tag('PmtInf', ...payment)}`,
  )}</Document>
`
}

function tag(name: string, ...children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}

/** Returns an element of text, with a currency if it is an amount. */
function leaf(name: string, text: string, currency?: string): string {
  return `<${name}${currency ? ` Ccy="${currency}"` : ''}>${escapeXml(text)}</${name}>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns a text as XML 1.0 may contain it: control characters become spaces. */
function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
}

function accountId(number: string): string {
  return tag('Id', isIban(number) ? leaf('IBAN', number) : tag('Othr', leaf('Id', number)))
}

/** Returns a text in the Latin characters of SEPA: without accents, and a dot for what has no Latin letter. */
function sepaText(text: string): string {
  const latin = [...text.normalize('NFC')].map((character) => {
    if (!NOT_SEPA.test(character)) return character
    if (character === '&') return '+'
    const folded = foldText(character)
    const plain = character === character.toLowerCase() ? folded : folded.toUpperCase()
    return [...plain].map((letter) => (NOT_SEPA.test(letter) ? '.' : letter)).join('')
  })
  return latin.join('')
}

function shortened(text: string, max: number): string {
  return [...text].slice(0, max).join('').trim()
}
