/** Headings of columns and terms of directions, folded (`foldedTerm`), in many languages. */

/** Matches one of the given expressions as a whole term of Latin, Greek or Cyrillic letters, or anywhere in other scripts. */
function terms(expressions: string): RegExp {
  const [spaced = '', joined = ''] = expressions.split('||')
  const whole = `(?<!\\p{L})(?:${spaced.trim().replace(/\s*\|\s*/g, '|')})(?!\\p{L})`
  return new RegExp(joined ? `${whole}|${joined}` : whole, 'u')
}

const BALANCE = terms(
  'balance|bal|(?:\\p{L}*)saldo|saldo\\p{L}*|solde|kontostand|bakiye|egyenleg|zustatek|zostatok|zostatek|остаток|баланс|υπολοιπο||残高|余额|餘額|잔액|الرصيد',
)
const OTHER_MONEY = terms(
  'fees?|commission|comision|spesen|exchange|rate|kurs|original|local|card|cards|available|limit|kreditor\\p{L}*|debitor\\p{L}*|creditor\\p{L}*|debtor\\p{L}*|number|\\p{L}*gebuhr\\p{L}*|\\p{L}*ursprung\\p{L}*|auslagen\\p{L}*|fremd\\p{L}*',
)
const AMOUNT = terms(
  'amount|amt|value|importe|monto|valor|valore|importo|betrag|einzelbetrag|umsatz|wert|montant|bedrag|tutar|belop|beløp|belopp|summe|summa|suma|kwota|osszeg|castka|сумма||金額|金额|금액|المبلغ',
)
const INCOMING = terms(
  'credits?|cr|(?:paid|money|amount) in|deposits?|received|incoming|haben|haber|gutschrift(?:en)?|eingang|abonos?|ingresos?|depositos?|creditos?|entradas?|entrate|entrata|avere|accrediti?|accredito|recettes?|bij|kredit|inn|insattning|pano|jovairas|prijmy|wplywy|wplyw|uznania|uznanie|ma|кредит|приход|поступление|πιστωση||入金|預り|収入|收入|贷方|입금|دائن',
)
const OUTGOING = terms(
  'debits?|dr|(?:paid|money|amount) out|withdrawals?|spent|outgoing|soll|debe|lastschrift(?:en)?|belastung(?:en)?|ausgang|cargos?|retiros?|egresos?|salidas?|saidas?|debitos?|addebiti?|addebito|uscite|uscita|dare|depenses?|debet|af|ut|uttag|otto|terheles|vydaje|wyplywy|wyplyw|obciazenia|obciazenie|winien|wn|дебет|расход|списание|χρεωση||出金|支払|支出|借方|출금|مدين',
)
const BOOKED = /book|buch|post|transac|tran\b|txn|opera|contab|complet|mov/
const VALUED = /val|wert|rente/

export type HeadingRole = 'balance' | 'other' | 'in' | 'out' | 'amount' | null

/** Returns the role that a folded heading names; null for any other heading. */
export function roleOf(heading: string): HeadingRole {
  if (OTHER_MONEY.test(heading)) return 'other'
  if (BALANCE.test(heading)) return 'balance'
  if (namesBothDirections(heading)) return 'amount'
  if (INCOMING.test(heading)) return 'in'
  if (OUTGOING.test(heading)) return 'out'
  return AMOUNT.test(heading) ? 'amount' : null
}

/** Returns whether a folded heading names both directions, such as `Debit/Credit` or `Af Bij`. */
export function namesBothDirections(heading: string): boolean {
  return INCOMING.test(heading) && OUTGOING.test(heading)
}

/** Returns how well a folded heading names the date of the booking: 0 for a value date, 2 for the booking. */
export function bookingScore(heading: string): number {
  return BOOKED.test(heading) ? 2 : VALUED.test(heading) ? 0 : 1
}

/** Single letters mean a direction only in pairs: outgoing, incoming. */
const LETTERS = ['dc', 'dk', 'dh', 'da', 'sh', 'se', 'oi', 'ca', '-+']
const OTHER_TERMS = { in: /^(?:crdt|credit transfer)$/, out: /^(?:dbit|db|debit transfer)$/ }

/** Returns the terms of a column that mark incoming and outgoing money; null if they do not show a direction. */
export function directionsOf(found: readonly string[]): { incoming: string[]; outgoing: string[] } | null {
  if (found.every(({ length }) => length === 1)) {
    const pair = LETTERS.find((letters) => found.length === 2 && found.every((one) => letters.includes(one)))
    return pair ? { outgoing: pair.slice(0, 1).split(''), incoming: pair.slice(1).split('') } : null
  }
  const incoming = found.filter(
    (term) => OTHER_TERMS.in.test(term) || (isWhole(INCOMING, term) && !OUTGOING.test(term)),
  )
  const outgoing = found.filter(
    (term) => OTHER_TERMS.out.test(term) || (isWhole(OUTGOING, term) && !INCOMING.test(term)),
  )
  return incoming.length + outgoing.length === found.length ? { incoming, outgoing } : null
}

function isWhole(expression: RegExp, term: string): boolean {
  return expression.exec(term)?.[0] === term
}

const BALANCE_NOUN =
  /(?<!\p{L})(?:balance|saldo|solde|kontostand|anfangssaldo|endsaldo|zwischensaldo|bakiye|残高)(?!\p{L})/u
const TOTAL = /^total(?:s| credits?| debits?)?$|^summen?$|^zwischensumme$/
const QUALIFIERS = new Set(
  'opening closing beginning ending starting available ledger book current previous daily initial final anterior inicial actual disponivel disponible total dia do del de al em on of as am au vom per den neu neuer alt alter precedente contabile initial nouveau ancien nouvel koncowy poczatkowy ingaende utgaende periodo period b c f brought carried forward bf cf'.split(
    ' ',
  ),
)

/**
 * Returns whether a text only names a balance or a total, such as `S A L D O` or `Beginning balance as of 11/01/2026`. A mere
 * `Solde` is also what people call a final payment.
 */
export function isBalanceText(text: string): boolean {
  const folded = foldedTerm(text).replace(/\b\p{L}{3}\b(?=\W*$)/u, (code) =>
    /^(?:eur|usd|chf|gbp|brl)$/.test(code) ? '' : code,
  )
  const parts = folded.match(/\p{L}+/gu) ?? []
  if (/^(?:s a l d o|b a l a n c e)$/.test(parts.join(' ')) || TOTAL.test(parts.join(' '))) return true
  const noun = BALANCE_NOUN.exec(folded)?.[0]
  return (
    noun !== undefined &&
    (parts.length > 1 || /^(?:kontostand|anfangssaldo|endsaldo|zwischensaldo)$/.test(noun)) &&
    parts.every((part) => part === noun || QUALIFIERS.has(part))
  )
}

/** Returns a text in lower case without accents. */
export function foldedTerm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gi, 'l')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
