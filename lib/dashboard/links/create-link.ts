import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { METADATA_KEYS_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import type { CreatePaymentLinkBody } from '@/lib/contract/payment-link'
import {
  type AuditRow,
  auditedCall,
  claimAudit,
  finishAudit,
  formKey,
  reclaimAudit,
} from '@/lib/dashboard/audit/audit-entry'
import type { IMPORT_ROW_ACTION } from '@/lib/dashboard/audit/list-audit'
import { CLOCK_MARGIN_MS } from '@/lib/dashboard/client/host-clock'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer, ObjectQuarantined } from '@/lib/dashboard/mirror/fetch-object'
import { usableId } from '@/lib/dashboard/mirror/parse-object'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { Refusal } from '@/lib/dashboard/refusal'
import type { TextKey } from '@/lib/messages/translator'
import { linkBody } from './link-body'
import { FORM_METADATA_KEY, mirroredLink, type ShownLink } from './shown-link'

/** Input of the form. The contract's schema validates the fields of the link, all at once. */
export const createLinkInput = z.looseObject({
  /** Created when the form opens: the same token never creates two links. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, {
    message: 'refusals.fields.form_token' satisfies TextKey,
  }),
})

/** Age of an abandoned intent; no call of ours runs longer. */
const ABANDONED_MS = 30_000
/** Time that a second submit waits for the first one's response before it reports a running request. */
const WAIT_MS = 3_000
const WAIT_STEP_MS = 150

/** The link was created, but the host returns it in an unreadable form. */
export class LinkUnreadable extends Refusal {
  constructor(
    /** Id of the link; null if the host returned no usable one. */
    readonly linkId: string | null,
    cause?: ObjectQuarantined,
  ) {
    super('contract_mismatch', { cause, requestId: cause?.requestId ?? null })
  }
}

/**
 * Creates a link at the host and mirrors it at once (contract: POST /payment_links). The audit entry's id is derived from
 * the form's token: a double submit returns the first one's link, and after a lost response the next submit first looks
 * for the link at the host. `action` names the entry. Throws ApiError `invalid_parameters`, the host's errors, Refusal
 * `still_running` or `outcome_unknown`, and LinkUnreadable.
 */
export async function createLink(
  ctx: ConnectionContext,
  input: z.output<typeof createLinkInput>,
  { action = 'links.create' }: { action?: 'links.create' | typeof IMPORT_ROW_ACTION } = {},
): Promise<ShownLink> {
  const { form_token, ...given } = input
  const key = formKey(ctx, 'links.create', form_token)
  const body = bodyOf(ctx, given, key)
  const details = { title: body.title, amount: body.amount, currency: ctx.account.currency }
  const intent = { id: `aud_${key}`, action, details }

  const existing = await claimAudit(ctx, intent)
  if (!existing) return create(ctx, intent.id, body)
  const row = existing.outcome === 'intent' ? await waitFor(ctx, intent, existing) : existing
  if (row === null) return create(ctx, intent.id, body)
  if (row.outcome === 'done') return madeLink(ctx, row.object_id)
  return recover(ctx, { auditId: intent.id, key }, body, row)
}

async function create(ctx: ConnectionContext, auditId: string, body: CreatePaymentLinkBody) {
  const { id } = await auditedCall(ctx, auditId, async () =>
    // A host that honors the header creates no second link if the search for the first one misses it.
    applyAnswer(ctx, 'links', await ctx.client.call('createPaymentLink', { body, idempotencyKey: auditId })),
  )
  return madeLink(ctx, id)
}

async function recover(
  ctx: ConnectionContext,
  { auditId, key }: { auditId: string; key: string },
  body: CreatePaymentLinkBody,
  row: AuditRow,
): Promise<ShownLink> {
  const found = await findLinkByFormKey(ctx, key, row.created_at)
  if (found === 'unsearched') throw new Refusal('outcome_unknown')
  if (found !== 'none') {
    const objectId = found.id === null ? {} : { objectId: found.id }
    await finishAudit(ctx, auditId, 'done', { ...objectId, details: { found_again: true } })
    return madeLink(ctx, found.id)
  }
  const abandoned = ctx.now().getTime() - row.created_at.getTime() >= ABANDONED_MS
  if (!abandoned) throw new Refusal('outcome_unknown')
  if (!(await reclaimAudit(ctx, auditId, row))) throw new Refusal('still_running')
  return create(ctx, auditId, body)
}

async function madeLink(ctx: ConnectionContext, id: string | null): Promise<ShownLink> {
  if (id === null) throw new LinkUnreadable(null)
  try {
    return await mirroredLink(ctx, id)
  } catch (error) {
    throw error instanceof ObjectQuarantined ? new LinkUnreadable(id, error) : error
  }
}

/** Returns the row once it is no longer running; null if its attempt failed and ours took its place. */
async function waitFor(ctx: ConnectionContext, intent: Parameters<typeof claimAudit>[1], existing: AuditRow) {
  const isAbandoned = () => ctx.now().getTime() - existing.created_at.getTime() >= ABANDONED_MS
  for (let waitedMs = 0; waitedMs < WAIT_MS && !isAbandoned(); waitedMs += WAIT_STEP_MS) {
    await pause(WAIT_STEP_MS)
    const row = await claimAudit(ctx, intent)
    if (row?.outcome !== 'intent') return row
  }
  if (isAbandoned()) return existing
  throw new Refusal('still_running')
}

function bodyOf(ctx: ConnectionContext, given: unknown, key: string): CreatePaymentLinkBody {
  const body = linkBody(given, { currency: ctx.account.currency, now: ctx.now() })
  const hasRoom = Object.keys(body.metadata).length < METADATA_KEYS_MAX
  return hasRoom ? { ...body, metadata: { ...body.metadata, [FORM_METADATA_KEY]: key } } : body
}

const PAGE_SIZE = 100
/** Pages that are read; few merchants create more links in half an hour. */
const PAGES_MAX = 10

/** Location of the key in a link of any form. */
const keyedSchema = z.object({ metadata: z.object({ [FORM_METADATA_KEY]: z.string() }) })

interface FoundLink {
  /** Null for a link without a usable id. */
  id: string | null
}

/**
 * Looks at the host for the link that a form's lost call may have created, by the key in its metadata. Mirrors it, or
 * quarantines an unreadable one. Returns `none` only if every link of the call's time was read, else `unsearched`.
 */
async function findLinkByFormKey(
  ctx: ConnectionContext,
  key: string,
  sentAt: Date,
): Promise<FoundLink | 'none' | 'unsearched'> {
  const called = ctx.clock.at(sentAt).getTime()
  const created_after = new Date(called - CLOCK_MARGIN_MS).toISOString()
  const created_before = new Date(called + CLOCK_MARGIN_MS).toISOString()
  let starting_after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_SIZE, created_after, created_before, starting_after }
    const { data, at } = await ctx.client.callAs('listPaymentLinks', unparsedListSchema, { query })
    for (const raw of data.data) {
      if (keyedSchema.safeParse(raw).data?.metadata[FORM_METADATA_KEY] !== key) continue
      await writeObjects(ctx, 'links', { raws: [raw], at, source: 'list' })
      return { id: usableId(raw) }
    }
    // The response may have shown that the host's clock is another one than the window's.
    if (!data.has_more) return ctx.clock.at(sentAt).getTime() === called ? 'none' : 'unsearched'
    if (data.next_cursor === null) break
    starting_after = data.next_cursor
  }
  return 'unsearched'
}
