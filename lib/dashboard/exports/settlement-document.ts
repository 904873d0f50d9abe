import type { ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Account } from '@/lib/contract/account'
import type { Payment } from '@/lib/contract/payment'
import { type Settlement, settlementSchema } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { exportedPayment } from '@/lib/dashboard/payments/shown-payment'
import { CHUNK_ROWS, csvTime } from '@/lib/dashboard/reads/csv-export'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { Refusal } from '@/lib/dashboard/refusal'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { exports } from '@/lib/messages/exports'
import { hostText } from './drawable-text'

const copy = exports.pdf

/** The fields of a payment that its line shows. */
type PaymentLine = Pick<Payment, 'id' | 'amount' | 'currency' | 'created_at' | 'payer'>

export interface SettlementData {
  settlement: Settlement
  /** Its mirrored payments, newest first. */
  payments: readonly PaymentLine[]
}

/** Reads a mirrored settlement with at most `take` of its payments. Throws Refusal `resource_not_found`. */
export async function readSettlementDocument(
  ctx: ConnectionContext,
  id: string,
  { take }: { take: number },
): Promise<SettlementData> {
  const { prisma, connectionId } = ctx
  const row = await prisma.mirrorSettlement.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row) throw new Refusal('resource_not_found')
  const payments: PaymentLine[] = []
  for (let size = CHUNK_ROWS; size === CHUNK_ROWS && payments.length < take; ) {
    const rows = await prisma.mirrorPayment.findMany({
      where: { connectionId, settlementId: id },
      orderBy: newestFirst,
      select: { snapshot: true },
      skip: payments.length,
      take: Math.min(CHUNK_ROWS, take - payments.length),
    })
    // Snapshots of one chunk are in memory, not those of the whole settlement.
    payments.push(...rows.map((row) => paymentLine(exportedPayment(ctx, row))))
    size = rows.length
  }
  return { settlement: settlementSchema.parse(row.snapshot), payments }
}

function paymentLine({ id, amount, currency, created_at, payer }: Payment): PaymentLine {
  const { name, email } = payer
  return { id, amount, currency, created_at, payer: { name: hostText(name), email: hostText(email) } }
}

/** Returns a settlement as a document: its sums, its transfer, and each payment in the account's time zone. */
export function settlementDocument(
  account: Pick<Account, 'name' | 'timezone'>,
  { settlement, payments, at }: SettlementData & { at: Date },
): TDocumentDefinitions {
  const { timezone } = account
  const local = csvTime(timezone)
  const { currency } = settlement
  const money = (amount: number) => `${formatMajor(amount, currency)} ${currency}`
  const { bank_account: bank, reference, paid_at: paidAt, debt_amount: debt } = settlement
  const facts: [string, string][] = [
    [copy.period, `${local(settlement.period_start)} – ${local(settlement.period_end)} (${timezone})`],
    [copy.made, local(settlement.created_at)],
    ...(paidAt ? [[copy.paid, local(paidAt)] satisfies [string, string]] : []),
    ...(bank
      ? [
          [
            copy.bank,
            `${hostText(bank.bank_name ?? '')} ••${hostText(bank.account_last4)}`.trim(),
          ] satisfies [string, string],
        ]
      : []),
    ...(reference ? [[copy.reference, hostText(reference)] satisfies [string, string]] : []),
  ]
  const sums: [string, string][] = [
    [copy.gross, money(settlement.gross_amount)],
    [copy.fees, money(settlement.fee_amount === 0 ? 0 : -settlement.fee_amount)],
    ...(debt ? [[copy.debt, money(-debt)] satisfies [string, string]] : []),
    [copy.net, money(settlement.net_amount)],
  ]
  const name = hostText(account.name)
  const id = hostText(settlement.id)
  const count = (value: number) => numberFormat('en').format(value)
  const isWhole = payments.length === settlement.payment_count
  return {
    pageMargins: [40, 48, 40, 48],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    info: { title: `${copy.settlement} ${id}`, author: name },
    footer: (page, pages) => ({
      columns: [
        { text: copy.footer(name, local(at.toISOString()), timezone) },
        { text: copy.page(page, pages), alignment: 'right' },
      ],
      margin: [40, 12],
      color: '#555',
      fontSize: 8,
    }),
    content: [
      { text: name, fontSize: 11, color: '#555' },
      {
        text: `${copy.settlement} · ${copy.status[settlement.status]}`,
        fontSize: 16,
        bold: true,
        margin: [0, 2],
      },
      { text: id, color: '#555', margin: [0, 0, 0, 12] },
      {
        columns: [
          { ...pairs(facts), width: '*' },
          { ...pairs(sums, 'right'), width: 'auto' },
        ],
        columnGap: 24,
      },
      {
        text: copy.payments(count(settlement.payment_count)),
        bold: true,
        fontSize: 11,
        margin: [0, 16, 0, 4],
      },
      ...(isWhole
        ? []
        : [{ text: copy.known(count(payments.length), count(settlement.payment_count)), color: '#555' }]),
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          widths: ['auto', '*', 'auto', 'auto'],
          body: [
            [
              bold(copy.columns.created),
              bold(copy.columns.payer),
              bold(copy.columns.id),
              { ...bold(copy.columns.amount), alignment: 'right' },
            ],
            ...payments.map((payment): TableCell[] => [
              local(payment.created_at),
              hostText(payment.payer.name || payment.payer.email),
              hostText(payment.id),
              {
                text: `${formatMajor(payment.amount, payment.currency)} ${payment.currency}`,
                alignment: 'right',
              },
            ]),
          ],
        },
      },
    ],
  }
}

function bold(text: string) {
  return { text, bold: true }
}

function pairs(rows: readonly [string, string][], alignment: 'left' | 'right' = 'left'): ContentTable {
  return {
    layout: 'noBorders',
    table: {
      body: rows.map(([name, value], index) => [
        { text: name, color: '#555' },
        { text: value, alignment, bold: alignment === 'right' && index === rows.length - 1 },
      ]),
    },
  }
}
