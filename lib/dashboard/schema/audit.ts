import * as z from 'zod'
import { idField } from './list'

/** `intent`: the call is under way or its process died; `unknown`: no response came, it may have been carried out. */
export type AuditOutcome = 'intent' | 'done' | 'failed' | 'unknown'

/** A link as the mirror has it now; `amount` in major units. */
export type AuditedLink = { id: string; title: string; amount: number; currency: string }

/** A link import and how many links it made so far. */
export type AuditedImport = { id: string; name: string; total: number; done: number }

/** One act, or the attempt of one, through this dashboard. */
export type AuditEntry = {
  id: string
  user: { id: string; name: string } | null
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
  created_at: string
  finished_at: string | null
}

export type AuditPage = { data: AuditEntry[]; has_more: boolean; next_cursor: string | null }

/** The URL of the activity list; its cursor is an entry's id. */
export const auditFilterSchema = z.object({ cursor: idField.optional() })
