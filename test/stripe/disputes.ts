import { invalidParameter, type Json, missingResource, stateConflict } from './errors'
import { type Params, readFlag, readMap } from './form'
import { isPastDue, type Objects } from './objects'
import type { ChargeRow, DisputeRow, Rows } from './rows'

const EVIDENCE_WITHIN_S = 9 * 24 * 60 * 60
const TEXTS = ['uncategorized_text', 'product_description', 'customer_name', 'customer_email_address']
const FILES = ['receipt', 'customer_communication', 'service_documentation', 'uncategorized_file']
/** Texts that decide a dispute of Stripe's test mode. */
const DECIDING: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

export type NewDispute = Partial<Pick<DisputeRow, 'amount' | 'currency' | 'reason' | 'status' | 'dueBy'>>

/** Opens a dispute of a charge, of its whole amount unless another is given. */
export function openDispute(rows: Rows, charge: ChargeRow, given: NewDispute = {}): DisputeRow {
  const row: DisputeRow = {
    id: rows.id('du'),
    created: rows.seconds(),
    charge: charge.id,
    amount: charge.amountCaptured,
    currency: rows.intents.get(charge.intent)?.currency ?? '',
    reason: 'fraudulent',
    status: 'needs_response',
    dueBy: rows.seconds() + EVIDENCE_WITHIN_S,
    evidence: {},
    submissions: 0,
    metadata: {},
    ...given,
  }
  rows.disputes.set(row.id, row)
  return row
}

/** Adds evidence to a dispute and submits it if the request asks for it. */
export function updateDispute(rows: Rows, row: DisputeRow, params: Params): void {
  const evidence = readMap(params, 'evidence')
  for (const [name, value] of Object.entries(evidence)) {
    if (!TEXTS.includes(name) && !FILES.includes(name))
      throw invalidParameter(`Received unknown parameter: evidence[${name}]`, name, 'parameter_unknown')
    if (!FILES.includes(name)) continue
    const file = rows.files.get(value)
    if (!file) throw missingResource('file upload', value, `evidence[${name}]`)
    if (file.purpose !== 'dispute_evidence')
      throw invalidParameter('The file has another purpose than dispute_evidence.', `evidence[${name}]`)
  }
  if (!/(^|_)needs_response$/.test(row.status) || isPastDue(row, rows))
    throw stateConflict(null, 'You cannot submit evidence for this dispute any more.')
  Object.assign(row.metadata, readMap(params, 'metadata'))
  Object.assign(row.evidence, evidence)
  if (!readFlag(params, 'submit')) return
  row.submissions += 1
  row.status =
    DECIDING[row.evidence.uncategorized_text ?? ''] ?? row.status.replace('needs_response', 'under_review')
}

/** Stores an upload, whose content was read before. */
export function createFile(rows: Rows, objects: Objects, params: Params): Json {
  const { name = 'blob', type = '', size = '0' } = readMap(params, 'file')
  const { purpose } = params
  if (!/^(application\/pdf|image\/(png|jpeg))$/.test(type) || size === '0')
    throw invalidParameter('Invalid file: must be a PDF, a PNG or a JPEG that is not empty.', 'file')
  if (typeof purpose !== 'string') throw invalidParameter('Missing required param: purpose.', 'purpose')
  const row = { id: rows.id('file'), created: rows.seconds(), name, type, size: Number(size), purpose }
  rows.files.set(row.id, row)
  return objects.file(row)
}
