import type { ConnectionContext } from '@/lib/dashboard/context'
import { paymentChunks, paymentColumns } from '@/lib/dashboard/payments/export-payments'
import type { ExportKindName } from '@/lib/dashboard/schema/export'
import { payments } from '@/lib/messages/payments'
import { exportInputs, exportKinds } from './export-kinds'
import { drawInThread, type FileLimits } from './file-thread'
import { readSettlementDocument } from './settlement-document'
import { countMovements, readStatementDocument } from './statement-document'

/** Progress of a file. Each call extends the job's lease; it throws once the worker has lost the job. */
interface ExportProgress {
  /** Reports the snapshot's instant and its number of rows. */
  begin(at: Date, rowsTotal: number): Promise<void>
  add(rows: number): Promise<void>
  /** Aborted once the worker has lost the job. */
  signal: AbortSignal
  /** Other limits than the usual ones. */
  limits?: FileLimits | undefined
}

/** Creates a file in the worker; `ctx.now()` is the instant at which the job was started. */
type Write = (ctx: ConnectionContext, input: unknown, progress: ExportProgress) => Promise<Uint8Array>

/** Reads the rows of every kind of file and has a thread draw them. */
export const exportWriters: Readonly<Record<ExportKindName, Write>> = {
  payments(ctx, input, progress) {
    const filter = exportInputs.payments.parse(input)
    const columns = paymentColumns(ctx.account.timezone)
    const rows = ctx.snapshot(async function* (moment, at) {
      await progress.begin(at, await exportKinds.payments.count(moment, filter))
      for await (const chunk of paymentChunks(moment, filter)) {
        yield chunk.map((payment) => columns.map(([, cell]) => cell(payment)))
        await progress.add(chunk.length)
      }
    })
    const headings = columns.map(([name]) => name)
    const { timezone: timeZone } = ctx.account
    const task = { kind: 'sheet', title: payments.title, headings, timeZone } as const
    return drawInThread(task, progress, rows)
  },
  async settlement(ctx, input, progress) {
    const { settlement_id: id } = exportInputs.settlement.parse(input)
    const read = ctx.snapshot(async function* (moment, at) {
      const { rowsMax } = exportKinds.settlement
      yield { ...(await readSettlementDocument(moment, id, { take: rowsMax + 1 })), at }
    })
    const data = await only(read)
    await progress.begin(data.at, data.payments.length)
    const file = await drawInThread({ kind: 'settlement', account: holderOf(ctx), data }, progress)
    await progress.add(data.payments.length)
    return file
  },
  async statement(ctx, input, progress) {
    const { month } = exportInputs.statement.parse(input)
    const read = ctx.snapshot(async function* (moment, at) {
      await progress.begin(at, await countMovements(moment, month))
      yield { statement: await readStatementDocument(moment, month), at }
    })
    const data = await only(read)
    const file = await drawInThread({ kind: 'statement', account: holderOf(ctx), data }, progress)
    await progress.add(data.statement.lines?.length ?? 0)
    return file
  },
}

function holderOf({ account: { name, timezone } }: ConnectionContext) {
  return { name, timezone }
}

/** Returns what a snapshot yields once, after its end: no transaction stays open while a file is drawn. */
async function only<Data>(read: AsyncIterable<Data>): Promise<Data> {
  let found: { data: Data } | null = null
  for await (const data of read) found = { data }
  if (!found) throw new Error('a snapshot yields once')
  return found.data
}
