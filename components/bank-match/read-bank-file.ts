import { type AmountContext, type BankAmount, readBankAmount } from '@/lib/domain/bank-amount'
import { isDay } from '@/lib/domain/calendar-days'
import { isCurrency } from '@/lib/domain/currencies'
import type { FoundDate } from '@/lib/domain/typed-date'

/** A movement of a statement before the order of its dates is known. */
export type BankDraft = { row: number; text: string; date: FoundDate | null; amount: BankAmount }

type Context = Omit<AmountContext, 'notation'>

/** Returns an amount of a bank's file, in the direction and the currency that the file names. */
function directed(digits: string, isOutgoing: boolean, context: Context, currency: string): BankAmount {
  if (currency !== context.currency && isCurrency(currency)) return { ok: false, reason: 'other_currency' }
  const decimal = digits.includes(',') ? ',' : '.'
  const amount = readBankAmount(digits, { ...context, notation: { decimal, hasThreeDecimals: true } })
  return amount.ok ? { ok: true, minor: isOutgoing ? -amount.minor : amount.minor, isSigned: true } : amount
}

/** Value date, perhaps booking date, a mark (`R` for a reversal), perhaps the third letter of the currency, the amount. */
const MOVEMENT = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]*)(?:[A-Z][A-Z0-9]{3})?(.*)$/s

/** Returns whether a text is an MT940 or MT942 statement. */
export function isMt940(text: string): boolean {
  return /^:(?:20|25|28C?):/m.test(text) && /^:61:/m.test(text)
}

/** Reads the movements of an MT940 statement: the `:61:` fields, each with the `:86:` field after it. */
export function readMt940(text: string, context: Context): BankDraft[] {
  const drafts: BankDraft[] = []
  let statement = context.currency
  for (const { row, tag, value } of fieldsOf(text)) {
    const last = drafts.at(-1)
    if (tag.startsWith('60')) statement = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? statement
    if (tag === '86' && last) last.text = `${last.text} ${value.replace(/\?\d{2}/g, ' ')}`.trim()
    if (tag !== '61') continue
    const [, year = '', month = '', day = '', booked, mark = '', digits = '', rest = ''] =
      MOVEMENT.exec(value) ?? []
    const [atMonth, atDay] = booked ? [booked.slice(0, 2), booked.slice(2)] : [month, day]
    // A movement valued at the end of a year may be booked in the next one.
    const turn = month === '12' && atMonth === '01' ? 1 : month === '01' && atMonth === '12' ? -1 : 0
    drafts.push({
      row,
      text: rest.trim(),
      date: year === '' ? null : { text: '', day: `${2000 + Number(year) + turn}-${atMonth}-${atDay}` },
      amount: directed(digits.replace(/,$/, ''), mark === 'D' || mark === 'RC', context, statement),
    })
  }
  return drafts
}

/** Returns the fields of a message, each with its further lines. */
function fieldsOf(text: string): { row: number; tag: string; value: string }[] {
  const fields: { row: number; tag: string; value: string }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [, tag, value] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push({ row: index + 1, tag, value: value ?? '' })
    else if (last && !/^[-{]/.test(line)) last.value += line
  }
  return fields
}

/** Returns whether a text is a camt.052, camt.053 or camt.054 file of ISO 20022. */
export function isCamt(text: string): boolean {
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?Ntry[ >]/.test(text)
}

/** Reads the entries of a camt file, and the transactions of one that has several. A pending entry has no amount yet. */
export function readCamt(text: string, context: Context): BankDraft[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const drafts = elements(document, 'Ntry').flatMap((entry) => {
    const [date] = [...elements(entry, 'BookgDt'), ...elements(entry, 'ValDt')]
    const day = (date?.textContent ?? '').trim().slice(0, 10)
    const isPending = /PDNG|INFO|FUTR/.test(childText(entry, 'Sts'))
    // A reversal is marked with the direction of its own money.
    const isOutgoing = childText(entry, 'CdtDbtInd') === 'DBIT'
    const transactions = elements(entry, 'TxDtls')
    const isBatch = transactions.length > 1 && transactions.every((one) => amountIn(one))
    return (isBatch ? transactions : [entry]).map((part): Omit<BankDraft, 'row'> => {
      const amount = isBatch ? amountIn(part) : children(entry, 'Amt')[0]
      const currency = amount?.getAttribute('Ccy') ?? context.currency
      const read = directed(amount?.textContent ?? '', isOutgoing, context, currency)
      return {
        text: textOf(part),
        date: isDay(day) ? { text: '', day } : null,
        amount: isPending ? { ok: false, reason: 'pending' } : read,
      }
    })
  })
  return drafts.map((draft, index) => ({ ...draft, row: index + 1 }))
}

/** Returns the texts that describe a movement. */
function textOf(part: Element): string {
  const names = ['Ustrd', 'Nm', 'EndToEndId', 'AddtlNtryInf', 'AcctSvcrRef']
  const texts = names.flatMap((name) => elements(part, name).map((one) => (one.textContent ?? '').trim()))
  return [...new Set(texts)].filter((one) => one !== '' && one !== 'NOTPROVIDED').join(' ')
}

/** Returns the amount of a transaction of a batch. */
function amountIn(transaction: Element): Element | undefined {
  const inDetails = elements(transaction, 'TxAmt').flatMap((one) => children(one, 'Amt'))
  return children(transaction, 'Amt')[0] ?? inDetails[0]
}

function elements(parent: Document | Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS('*', name))
}

function children(parent: Element, name: string): Element[] {
  return elements(parent, name).filter((one) => one.parentNode === parent)
}

function childText(parent: Element, name: string): string {
  return (children(parent, name)[0]?.textContent ?? '').trim()
}
