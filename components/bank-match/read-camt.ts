import type { AmountContext } from '@/lib/domain/bank-amount'
import { isDay } from '@/lib/domain/calendar-days'
import { type BankDraft, directed } from './read-mt940'

/** Elements whose texts describe a movement. */
const TEXTS = ['Ustrd', 'Nm', 'EndToEndId', 'AddtlNtryInf', 'AcctSvcrRef']
const NOT_PROVIDED = 'NOTPROVIDED'

/** Returns whether a text is a camt.052, camt.053 or camt.054 file of ISO 20022. */
export function isCamt(text: string): boolean {
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?Ntry[ >]/.test(text)
}

/** Reads the entries of a camt file, and the transactions of one that has several. A pending entry has no amount yet. */
export function readCamt(text: string, context: Omit<AmountContext, 'notation'>): BankDraft[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const drafts = elements(document, 'Ntry').flatMap((entry) => {
    const [date] = [...elements(entry, 'BookgDt'), ...elements(entry, 'ValDt')]
    const day = (date?.textContent ?? '').trim().slice(0, 10)
    const isPending = /PDNG|INFO|FUTR/.test(childText(entry, 'Sts'))
    // A reversal is marked with the direction of its own money.
    const isOutgoing = childText(entry, 'CdtDbtInd') === 'DBIT'
    const transactions = elements(entry, 'TxDtls')
    const isBatch = transactions.length > 1 && transactions.every((one) => amountIn(one))
    return (isBatch ? transactions : [entry]).map((part) => {
      const amount = isBatch ? amountIn(part) : children(entry, 'Amt')[0]
      const texts = TEXTS.flatMap((name) => elements(part, name).map((one) => (one.textContent ?? '').trim()))
      return {
        text: [...new Set(texts)].filter((one) => one !== '' && one !== NOT_PROVIDED).join(' '),
        date: isDay(day) ? { text: '', day } : null,
        amount: isPending
          ? ({ ok: false, reason: 'pending' } as const)
          : directed(
              amount?.textContent ?? '',
              isOutgoing,
              context,
              amount?.getAttribute('Ccy') ?? context.currency,
            ),
      }
    })
  })
  return drafts.map((draft, index) => ({ ...draft, row: index + 1 }))
}

/** Returns the amount of a transaction of a batch. */
function amountIn(transaction: Element): Element | undefined {
  return (
    children(transaction, 'Amt')[0] ??
    elements(transaction, 'TxAmt').flatMap((one) => children(one, 'Amt'))[0]
  )
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
