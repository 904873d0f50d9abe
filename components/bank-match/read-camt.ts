import type { AmountContext } from '@/lib/domain/bank-amount'
import { isDay } from '@/lib/domain/calendar-days'
import { type BankDraft, directed } from './read-mt940'

/** Elements whose texts describe a movement. */
const TEXTS = ['Ustrd', 'Nm', 'EndToEndId', 'AddtlNtryInf', 'AcctSvcrRef']
const NOT_PROVIDED = 'NOTPROVIDED'

/** Returns whether a text is a camt.052, camt.053 or camt.054 file of ISO 20022. */
export function isCamt(text: string): boolean {
  return /^\s*</.test(text) && /<(?:\w+:)?Ntry[ >]/.test(text)
}

/** Reads the entries of a camt file. A pending entry has no amount yet. */
export function readCamt(text: string, context: Omit<AmountContext, 'notation'>): BankDraft[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  return elements(document, 'Ntry').map((entry, index) => {
    const [date] = [...elements(entry, 'BookgDt'), ...elements(entry, 'ValDt')]
    const day = (date?.textContent ?? '').trim().slice(0, 10)
    const [amount] = children(entry, 'Amt')
    const isPending = /PDNG|INFO/.test(childText(entry, 'Sts'))
    const isOutgoing = (childText(entry, 'CdtDbtInd') === 'DBIT') !== (childText(entry, 'RvslInd') === 'true')
    const texts = TEXTS.flatMap((name) => elements(entry, name).map((one) => (one.textContent ?? '').trim()))
    return {
      row: index + 1,
      text: [...new Set(texts)].filter((one) => one !== '' && one !== NOT_PROVIDED).join(' '),
      date: isDay(day) ? { text: '', day } : null,
      amount: directed(
        isPending ? '' : (amount?.textContent ?? ''),
        isOutgoing,
        context,
        amount?.getAttribute('Ccy') ?? context.currency,
      ),
    }
  })
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
