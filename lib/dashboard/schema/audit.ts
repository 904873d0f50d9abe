import * as z from 'zod'
import { dayFields, idField, type ListPage, listFilter } from './list'
import { auditGroups, auditOutcomes } from './tabs'

export type AuditOutcome = (typeof auditOutcomes)[number]

// Object.keys loses the key type.
const groupNames = Object.keys(auditGroups) as (keyof typeof auditGroups)[]

/** Link import with the number of links created so far. */
export type AuditedImport = { id: string; name: string; total: number; done: number }

/** One action, or an attempt, through this dashboard. */
export type AuditEntry = {
  id: string
  user: { id: string; name: string; email: string } | null
  action: string
  object_id: string | null
  /** Link of the action, as the mirror has it now, with its amount in major units; null for anything else. */
  link: { id: string; title: string; amount: number; currency: string } | null
  /** Customer of the action, as the mirror has it now; null for anything else. */
  customer: { id: string; name: string } | null
  /** Link import that the action started; null for anything else. */
  linkImport: AuditedImport | null
  /** Name of the action's account if it is not the connection's own, otherwise null. */
  account: string | null
  outcome: AuditOutcome
  details: unknown
  address: string | null
  created_at: string
  finished_at: string | null
}

export type AuditPage = ListPage<AuditEntry>

/** Current or former member of a team. */
export type AuditPerson = { name: string; email: string }

/** Filters of the audit log in its URL. */
export const auditFilterSchema = listFilter('audit_entry', auditOutcomes, {
  member: idField.optional(),
  group: z.enum(groupNames).optional(),
  ...dayFields,
})
export type AuditFilter = z.output<typeof auditFilterSchema>
