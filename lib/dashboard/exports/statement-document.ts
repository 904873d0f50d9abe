import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Account } from '@/lib/contract/account'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { csvTime } from '@/lib/dashboard/reads/csv-export'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Statement, StatementLine } from '@/lib/dashboard/schema/statement'
import { monthSums } from '@/lib/dashboard/statements/month-sums'
import { readStatements } from '@/lib/dashboard/statements/read-statements'
import { monthName } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { exports } from '@/lib/messages/exports'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { hostText } from './drawable-text'

/** Returns the number of movements in a month. Throws Refusal `resource_not_found` for a month without a statement. */
export async function countMovements(ctx: ConnectionContext, month: string): Promise<number> {
  const sums = (await monthSums(ctx)).find((candidate) => candidate.month === month)
  if (!sums) throw new Refusal('resource_not_found')
  return sums.made.count + sums.left.count
}

/** Reads a month's statement. Throws Refusal `resource_not_found`. */
export async function readStatementDocument(ctx: ConnectionContext, month: string): Promise<Statement> {
  const { statement } = await readStatements(ctx, month)
  if (!statement) throw new Refusal('resource_not_found')
  return statement
}

/** Returns a month's statement as a document: opening, sums, closing, its parts, and every movement. */
export function statementDocument(
  account: Pick<Account, 'name' | 'timezone'>,
  { statement, at }: { statement: Statement; at: Date },
): TDocumentDefinitions {
  const { currency, closed, rest, unsettled, settlements, transfers } = statement
  const { timezone } = account
  const name = hostText(account.name)
  const local = csvTime(timezone)
  const money = (amount: number) => `${formatMajor(amount, currency)} ${currency}`
  const of = (count: number, noun: 'settlement' | 'transfer' | 'payment') =>
    copy.of(numberFormat('en').format(count), count === 1, noun)
  const closing = closed ? copy.closing : copy.closingSoFar
  const sums: [string, string][] = [
    [copy.opening, money(statement.opening)],
    [`${copy.settled} (${of(settlements.count, 'settlement')})`, money(settlements.gross)],
    [copy.fees, money(-settlements.fees)],
    [`${copy.transferred} (${of(transfers.count, 'transfer')})`, money(-transfers.net)],
    [closing, money(statement.closing)],
  ]
  const parts: [string, string][] = [
    [copy.check.onItsWay(of(rest.on_its_way.count, 'settlement')), money(rest.on_its_way.net)],
    ...(rest.debt === 0 ? [] : [[copy.check.debt, money(rest.debt)] satisfies [string, string]]),
    ...(rest.unexplained === 0
      ? []
      : [[copy.check.unexplained, money(rest.unexplained)] satisfies [string, string]]),
    [closing, money(statement.closing)],
  ]
  const { columns } = copy
  return {
    pageMargins: [40, 48, 40, 48],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    info: { title: copy.region(monthName(statement.month, times.dateLocale)), author: name },
    footer: (page, pages) => ({
      columns: [
        { text: exports.pdf.footer(name, local(at.toISOString()), timezone) },
        { text: exports.pdf.page(page, pages), alignment: 'right' },
      ],
      margin: [40, 12],
      color: '#555',
      fontSize: 8,
    }),
    content: [
      { text: name, fontSize: 11, color: '#555' },
      {
        text: copy.region(monthName(statement.month, times.dateLocale)),
        fontSize: 16,
        bold: true,
        margin: [0, 2],
      },
      { text: copy.lead, color: '#555', margin: [0, 0, 0, 12] },
      sumsTable(sums),
      { text: copy.check.consists, bold: true, margin: [0, 12, 0, 4] },
      sumsTable(parts),
      ...(unsettled.count === 0
        ? []
        : [
            {
              text: `${copy.unsettled(of(unsettled.count, 'payment'))} (${money(unsettled.gross)}).`,
              color: '#555',
              margin: [0, 6, 0, 0] as [number, number, number, number],
            },
          ]),
      { text: copy.movements, bold: true, fontSize: 11, margin: [0, 16, 0, 4] },
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          widths: ['auto', '*', 'auto', 'auto'],
          body: [
            [columns.date, columns.movement, columns.effect, columns.balance].map((text) => ({
              text,
              bold: true,
            })),
            ...(statement.lines ?? []).map((line): TableCell[] => [
              line.undated ? '' : local(line.at),
              movementText(line),
              { text: money(line.effect), alignment: 'right' },
              { text: money(line.balance), alignment: 'right' },
            ]),
          ],
        },
      },
    ],
  }
}

function movementText({ kind, settlement_id, reference, undated }: StatementLine): string {
  const name =
    kind === 'transfer' && reference !== null
      ? copy.transferOf(hostText(reference))
      : `${copy.kinds[kind]} ${hostText(settlement_id)}`
  return undated ? `${name}. ${copy.undated}` : name
}

function sumsTable(rows: readonly [string, string][]) {
  return {
    layout: 'noBorders' as const,
    table: {
      widths: ['*', 'auto'],
      body: rows.map(([name, value], index): TableCell[] => [
        { text: name, bold: index === rows.length - 1 },
        { text: value, alignment: 'right', bold: index === rows.length - 1 },
      ]),
    },
  }
}
