import { type AuditScope, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { claimRows, LeaseLost, type RowLease, workRows } from '@/lib/dashboard/jobs/row-lease'
import { openConnection } from '@/lib/dashboard/open-connection'
import type { FileTexts } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, isRole } from '@/lib/dashboard/role-permissions'
import { readerOf } from '@/lib/domain/languages'
import { textsOf, translatorOf } from '@/lib/messages/catalogue'
import type { Queryable } from '@/lib/platform/database'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { sql } from '@/lib/platform/sql'
import { FILES_KEPT_MAX, FILES_KEPT_MB, notifyExports } from './export-jobs'
import { exportKinds, type FileReader } from './export-kinds'
import { drawInThread, type FileLimits, type FilePart } from './file-thread'
import { exportKindNames } from './shape'

/** Lease of a job, renewed three times in its length, whatever its thread does. */
const EXPORT_LEASE_MS = 45_000
/** Claims of one job, including those of killed workers. */
const TRIES_MAX = 4
const PAUSE_MS = 5_000
const RENEWALS_PER_LEASE = 3

interface Claimed {
  connection_id: string
  id: string
  user_id: string | null
  kind: string
  /** Its filters, with the language and the locale of the member. */
  input: Readonly<Record<string, string>>
  tries: number
  created_at: Date
  team_id: string
  /** Current role of the member who started the job; null if they left the team. */
  role: string | null
}

/**
 * Creates one file that waits, or whose worker died, of the least recently served team, or one of each team with `lanes`; a
 * retried file starts with a new snapshot.
 * @returns whether there was one
 */
export async function runExport(
  dashboard: Dashboard,
  { owner, leaseMs = EXPORT_LEASE_MS, limits }: { owner: string; leaseMs?: number; limits?: FileLimits },
  lanes?: Lanes,
): Promise<boolean> {
  const claim = {
    columns: `connection_id, id, user_id, kind, input, tries, created_at,
      (SELECT team_id FROM dashboard.connection WHERE id = connection_id) AS team_id,
      (SELECT m.role FROM dashboard.membership m JOIN dashboard.connection c ON c.team_id = m.team_id
        WHERE c.id = connection_id AND m.user_id = export_job.user_id) AS role`,
    owner,
    leaseMs,
    served: sql`(SELECT max(own.claimed_at) FROM dashboard.connection AS mate
      JOIN dashboard.export_job AS own ON own.connection_id = mate.id WHERE mate.team_id = c.team_id)`,
    since: 'created_at',
    set: ', tries = tries + 1, rows_done = 0, rows_total = NULL, claimed_at = clock_timestamp()',
  }
  return workRows(
    lanes,
    (room) => claimRows<Claimed>(dashboard, 'export_job', claim, room),
    (job) => workExport(dashboard, job, limits),
  )
}

type Job = Claimed & { lease: RowLease }

async function workExport(dashboard: Dashboard, job: Job, limits: FileLimits | undefined): Promise<void> {
  const log = dashboard.log.child({ connection: job.connection_id, export: job.id })
  try {
    if (job.tries > TRIES_MAX) throw new Error('every worker that took this job died')
    const ctx = await openConnection(dashboard, job.connection_id, { userId: job.user_id })
    // The files of a former member are masked.
    const role = job.role !== null && isRole(job.role) ? job.role : 'VIEWER'
    const made = { ...ctx, seesContacts: can(role, 'contacts.read') }
    await make({ ctx: made, dashboard, role }, job, limits)
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    log.warn({ err: error, tries: job.tries }, 'an export stopped')
    const isFinal = error instanceof Refusal || job.tries >= TRIES_MAX
    const problem = error instanceof Refusal ? error.code : 'internal_error'
    if (!isFinal) return job.lease.end({ state: 'QUEUED', problem }, { pauseMs: PAUSE_MS })
    const { team_id: teamId, connection_id: connectionId, user_id: userId } = job
    await fail({ teamId, connectionId, userId, address: null, now: dashboard.now }, job.lease, problem)
  }
}

/** Returns the texts of the member who started a job; English for one of an earlier release. */
function textsFor({ input }: Claimed): FileTexts {
  const { language } = readerOf([input.language], null)
  // The fonts of a document have Latin digits alone.
  const locale = new Intl.Locale(input.locale ?? language, { numberingSystem: 'latn' }).toString()
  return { language, locale, t: translatorOf(language, locale) }
}

async function make(reader: FileReader, job: Job, limits: FileLimits | undefined): Promise<void> {
  const { lease } = job
  // The filters mean what they meant when the job was started: "today" is that day.
  const ctx = { ...reader.ctx, now: () => job.created_at }
  // An unknown kind is of a newer release.
  const name = exportKindNames.find((known) => known === job.kind)
  const texts = textsFor(job)
  const file = name && exportKinds[name].plan(ctx, job.input, texts).drawn
  if (!file) throw new Refusal('resource_not_found')
  let done = 0
  const parts = ctx.snapshot(async function* (moment, at): AsyncGenerator<FilePart> {
    const total = await file.count(moment)
    if (total > file.rowsMax) throw new Refusal('export_too_large')
    await lease.renew({ as_of: at, rows_total: total })
    const { name: holder, timezone } = ctx.account
    yield {
      headings: file.headings,
      head: await file.head(moment),
      sheet: texts.t('payments.title'),
      holder,
      timezone,
      at: at.toISOString(),
      language: texts.language,
      locale: texts.locale,
      texts: textsOf(texts.language, ['export-files']),
    }
    for await (const cells of file.chunks({ ...reader, ctx: moment }, at)) {
      yield cells
      done += cells.length
      await lease.renew({ rows_done: done })
    }
  })
  const lost = new AbortController()
  const renewal = setInterval(() => {
    lease.renew().catch((error: unknown) => lost.abort(error))
  }, lease.leaseMs / RENEWALS_PER_LEASE)
  try {
    const content = await drawInThread(parts, { signal: lost.signal, limits })
    await finish(reader.ctx, lease, content, done)
  } finally {
    clearInterval(renewal)
  }
}

function finish(ctx: ConnectionContext, lease: RowLease, file: Uint8Array, rows: number): Promise<void> {
  const { connection_id: connectionId, id } = lease.row
  const done = {
    state: 'DONE',
    bytes: file.byteLength,
    rows_done: rows,
    problem: null,
    finished_at: ctx.now(),
  }
  return ctx.db.transaction(async (tx) => {
    await lease.end(done, { db: tx })
    await tx.query(sql`
      INSERT INTO dashboard.export_file (connection_id, job_id, content)
      VALUES (${connectionId}, ${id}, ${Buffer.from(file)})`)
    await deleteOldFiles(tx, connectionId)
    await finishAudit({ ...ctx, db: tx }, `aud_${id}`, 'done', { details: { rows } })
    await notifyExports(tx, connectionId)
  })
}

/** Deletes an account's oldest files beyond its limits of number and bytes; the newest one stays. */
async function deleteOldFiles(db: Queryable, connectionId: string): Promise<void> {
  await db.query(sql`
    DELETE FROM dashboard.export_job USING (
      SELECT id AS kept, row_number() OVER newest AS position, sum(bytes) OVER newest AS total
      FROM dashboard.export_job WHERE connection_id = ${connectionId} AND state = 'DONE'
      WINDOW newest AS (ORDER BY finished_at DESC, created_at DESC, id DESC)
    ) AS files
    WHERE connection_id = ${connectionId} AND id = kept AND position > 1
      AND (position > ${FILES_KEPT_MAX} OR total > ${FILES_KEPT_MB * 1_000_000})`)
}

/** Fails a job; its connection may be one that cannot be opened. */
function fail(scope: Omit<AuditScope, 'db'>, lease: RowLease, problem: string): Promise<void> {
  const { connection_id: connectionId, id } = lease.row
  return lease.db.transaction(async (tx) => {
    await lease.end({ state: 'FAILED', problem, finished_at: scope.now() }, { db: tx })
    await finishAudit({ ...scope, db: tx }, `aud_${id}`, 'failed', { details: { problem } })
    await notifyExports(tx, connectionId)
  })
}

/** Retention of finished mail, the same as of received events. */
const MAIL_DAYS = 90

/** Deletes expired files and old mail. Any number of workers may call it. */
export async function pruneExports({ database, now }: Pick<Dashboard, 'database' | 'now'>): Promise<void> {
  const system = asSystem({ database })
  await system.query(sql`DELETE FROM dashboard.export_job WHERE expires_at < ${now()}`)
  const mailUntil = new Date(now().getTime() - MAIL_DAYS * 86_400_000)
  await system.query(
    sql`DELETE FROM dashboard.mail WHERE created_at < ${mailUntil} AND finished_at IS NOT NULL`,
  )
}
