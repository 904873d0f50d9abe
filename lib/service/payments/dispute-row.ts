import type { Dispute, DisputeFile, DisputeReason, EvidenceFileType } from '@/lib/contract/dispute'
import type { DisputeStatus } from '@/lib/contract/states'
import { toMajor } from '@/lib/domain/money'

/** A row of service.dispute with the files of its evidence. Amounts in minor units; an instant is text inside a payment's row. */
export interface DisputeRow {
  account_id: string
  id: string
  payment_id: string
  amount_minor: number
  fee_minor: number
  currency: string
  reason: DisputeReason
  status: DisputeStatus
  evidence_due_at: Date | string | null
  evidence_text: string | null
  submitted_at: Date | string | null
  /** Refusal of the evidence that was sent last; null without one. */
  refusal_code: string | null
  refused_at: Date | string | null
  created_at: Date
  closed_at: Date | string | null
  files: FileRow[]
}

export interface FileRow {
  id: string
  name: string
  type: EvidenceFileType
  bytes: number
  created_at: Date | string
}

export const disputeColumns = `d.account_id, d.id, d.payment_id, d.amount_minor, d.fee_minor, d.currency, d.reason, d.status,
  d.evidence_due_at, d.evidence_text, d.submitted_at, d.refusal_code, d.refused_at, d.created_at, d.closed_at,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes,
      'created_at', f.created_at) ORDER BY f.id), '[]')
    FROM service.dispute_file f WHERE f.account_id = d.account_id AND f.id = ANY (d.evidence_file_ids)) AS files`

/** ORDER BY of a payment's disputes d: a deadline first, then the money that is away, then the newest. */
export const disputeOrder = `array_position(ARRAY['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST', 'WON'], d.status),
  d.created_at DESC, d.id DESC`

/** Returns the dispute in the form of the API and of events. */
export function renderDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    object: 'dispute',
    payment_id: row.payment_id,
    amount: toMajor(row.amount_minor, row.currency),
    fee_amount: toMajor(row.fee_minor, row.currency),
    currency: row.currency,
    reason: row.reason,
    status: row.status,
    evidence_due_at: instantOrNull(row.evidence_due_at),
    evidence:
      row.submitted_at === null
        ? null
        : {
            text: row.evidence_text,
            files: row.files.map(renderDisputeFile),
            submitted_at: instant(row.submitted_at),
          },
    ...(row.status === 'NEEDS_RESPONSE' && row.refusal_code !== null && row.refused_at !== null
      ? { refusal_code: row.refusal_code, refused_at: instant(row.refused_at) }
      : {}),
    created_at: instant(row.created_at),
    closed_at: instantOrNull(row.closed_at),
  }
}

/** Returns an uploaded file in the form of the API. */
export function renderDisputeFile(row: FileRow): DisputeFile {
  const { id, name, type, bytes } = row
  return { id, object: 'dispute_file', name, type, bytes, created_at: instant(row.created_at) }
}

function instantOrNull(value: Date | string | null): string | null {
  return value === null ? null : instant(value)
}

function instant(value: Date | string): string {
  return new Date(value).toISOString()
}
