import * as z from 'zod'
import { isDay } from '@/lib/domain/calendar-days'
import { idField, type ListPage, listFields } from './list'
import { periods } from './period'

/** `intent`: the call is under way or its process died; `unknown`: no response came, it may have been carried out. */
export const auditOutcomes = ['done', 'failed', 'unknown', 'intent'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Kinds of acts that the list can be narrowed to, by the beginnings and ends of their names. */
export const auditGroups = {
  sign_in: { starts: ['session.', 'user.'], ends: [] },
  team: { starts: ['team.'], ends: [] },
  links: { starts: ['links.', 'imports.'], ends: [] },
  customers: { starts: ['customers.'], ends: [] },
  charges: { starts: ['charges.'], ends: [] },
  money: { starts: ['payments.', 'receipts.', 'settlements.', 'statements.', 'payouts.'], ends: [] },
  exports: { starts: ['exports.'], ends: ['.export'] },
  developers: { starts: ['keys.', 'endpoints.', 'deliveries.'], ends: [] },
  connection: { starts: ['connection.', 'mirror.'], ends: [] },
} as const satisfies Record<string, { starts: readonly string[]; ends: readonly string[] }>
export type AuditGroup = keyof typeof auditGroups
// Object.keys forgets the key type.
const groupNames = Object.keys(auditGroups) as AuditGroup[]

/** A link as the mirror has it now; `amount` in major units. */
export type AuditedLink = { id: string; title: string; amount: number; currency: string }

/** A link import and how many links it made so far. */
export type AuditedImport = { id: string; name: string; total: number; done: number }

/** One act, or the attempt of one, through this dashboard. */
export type AuditEntry = {
  id: string
  user: { id: string; name: string; email: string } | null
  action: string
  object_id: string | null
  /** The link of the act; null for anything else. */
  link: AuditedLink | null
  /** The customer of the act, as the mirror has it now; null for anything else. */
  customer: { id: string; name: string } | null
  /** The link import that it began; null for anything else. */
  batch: AuditedImport | null
  /** The name of the account of the act, where it is not the connection's own; else null. */
  account: string | null
  outcome: AuditOutcome
  details: unknown
  address: string | null
  created_at: string
  finished_at: string | null
}

export type AuditPage = ListPage<AuditEntry>

/** A user who is, or was, in a team. */
export type AuditPerson = { name: string; email: string }

const { status, q, cursor } = listFields('audit_entry', auditOutcomes)
const day = z.string().refine(isDay).optional()

/** The filters of the audit log in its URL, in the order of an address. */
export const auditFilterSchema = z.object({
  status,
  q,
  member: idField.optional(),
  group: z.enum(groupNames).optional(),
  period: z.enum(periods).optional(),
  from: day,
  to: day,
  cursor,
})
export type AuditFilter = z.output<typeof auditFilterSchema>
