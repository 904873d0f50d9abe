/** Headings of columns and terms of directions, folded (`foldedTerm`), in the languages of `typed-date` and some more. */

const BALANCE = /balance|\bbal\b|saldo|solde|kontostand|bakiye|egyenleg|zustatek|zostatok|残高|остаток/
const OTHER_MONEY =
  /\b(?:fees?|commission|comision|spesen|exchange|rate|kurs|original|local)\b|gebuhr|ursprung|auslagen|fremd/
const AMOUNT =
  /\b(?:amount|amt|value|importe|monto|valor|valore|importo|betrag|einzelbetrag|umsatz|montant|bedrag|tutar|bel[oø]p|belopp|summe|summa|suma|kwota|osszeg|castka)\b|金額|сумма/
const INCOMING =
  /\b(?:credits?|cr|paid in|money in|deposits?|received|incoming|haben|haber|gutschrift(?:en)?|eingang|abonos?|ingresos?|depositos?|creditos?|entradas?|entrate|entrata|avere|accrediti?|accredito|recettes?|bij|kredit\w*|inn|wplyw\w*|uznani\w*)\b|入金|預り|приход/
const OUTGOING =
  /\b(?:debits?|dr|paid out|money out|withdrawals?|spent|outgoing|soll|debe|lastschrift(?:en)?|belastung(?:en)?|ausgang|cargos?|retiros?|egresos?|salidas?|saidas?|debitos?|addebiti?|addebito|uscite|uscita|dare|depenses?|debet\w*|af|ut|wyplyw\w*|obciazeni\w*)\b|出金|支払|расход/
const BOOKED = /book|buch|post|transac|tran\b|txn|opera|contab|complet|mov/
const VALUED = /val|wert|rente/

export type HeadingRole = 'balance' | 'other' | 'in' | 'out' | 'amount' | null

/** Returns the role that a folded heading names; null for any other heading. */
export function roleOf(heading: string): HeadingRole {
  if (OTHER_MONEY.test(heading)) return 'other'
  if (BALANCE.test(heading)) return 'balance'
  const [isIn, isOut] = [INCOMING.test(heading), OUTGOING.test(heading)]
  // A column of `Debit/Credit` has both directions.
  if (isIn !== isOut) return isIn ? 'in' : 'out'
  return isIn || AMOUNT.test(heading) ? 'amount' : null
}

/** Returns how well a folded heading names the date of the booking: 0 for a value date, 2 for the booking. */
export function bookingScore(heading: string): number {
  return BOOKED.test(heading) ? 2 : VALUED.test(heading) ? 0 : 1
}

const IN_TERMS = new Set(
  '+ c h k i in inn crdt credit credito kredit kreditas haben haber bij entrada entrate entrata ingreso abono deposit deposito avere accredito gutschrift eingang incoming received'.split(
    ' ',
  ),
)
const OUT_TERMS = new Set(
  '- d s o out ut dbit db debit debito debet debetas soll debe af saida salida uscite uscita egreso cargo withdrawal retiro dare addebito lastschrift ausgang outgoing sent'.split(
    ' ',
  ),
)

/** Returns whether a folded term marks incoming (true) or outgoing money (false); null for any other term. */
export function isIncomingTerm(term: string): boolean | null {
  if (IN_TERMS.has(term) || /^(?:money|paid) in$|^cr$/.test(term)) return true
  if (OUT_TERMS.has(term) || /^(?:money|paid) out$|^dr$/.test(term)) return false
  return null
}

const OPENING =
  'opening|closing|beginning|ending|starting|available|previous|current|daily|initial|final|anterior|inicial|actual|disponivel|disponible|total|dodia|dia|do|neu|alt|anfang|end|precedente|contabile|initiale?|broughtforward|carriedforward|asof|of|vom|del|al|em|on'
const BALANCE_ROW = new RegExp(
  `^(?:${OPENING})*(?:balance|saldo|solde|kontostand|anfangssaldo|endsaldo|zwischensaldo)(?:${OPENING})*$`,
)

/** Returns whether a text only names a balance, such as `S A L D O` or `Beginning balance as of 11/01/2026`. */
export function isBalanceText(text: string): boolean {
  return BALANCE_ROW.test(foldedTerm(text).replace(/[^\p{L}]/gu, ''))
}

/** Returns a text in lower case without accents. */
export function foldedTerm(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
