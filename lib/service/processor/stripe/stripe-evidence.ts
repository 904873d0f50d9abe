import type Stripe from 'stripe'
import { sha256 } from '@/lib/platform/secrets'
import type { DisputeEvidence, EvidenceAnswer } from '@/lib/service/processor/port'
import { ask, refusalIn, unreachable } from './stripe-api'

const HOUR_MS = 3_600_000
/** Time limit of an upload, which is longer than that of other requests. */
const UPLOAD_TIMEOUT_MS = 18_000
/** Fields of Stripe for files whose content only the merchant knows, in the order of the files. */
const FILE_FIELDS = ['uncategorized_file', 'service_documentation', 'customer_communication'] as const
const REFUSED = 'evidence_refused'

/** States of a dispute whose evidence was sent at Stripe itself, or that its bank decided: a report brings the decision. */
const SENT: ReadonlySet<string> = new Set(['under_review', 'won', 'lost'])

export interface StripeEvidenceDeps {
  stripe: Stripe
  now(): Date
}

/**
 * Uploads a dispute's files and submits them with the text, once: a repetition finds the evidence by its hash. Keys
 * change by the hour, because a key replays a 500 for a day. Throws ProcessorUnreachable.
 */
export async function submitEvidenceAtStripe(
  { stripe, now }: StripeEvidenceDeps,
  { disputeReference, text, files }: DisputeEvidence,
  signal: AbortSignal,
): Promise<EvidenceAnswer> {
  const hash = sha256(JSON.stringify([text, files.map(({ id }) => id)]))
    .toString('hex')
    .slice(0, 32)
  const hour = Math.floor(now().getTime() / HOUR_MS)
  try {
    const dispute = await ask(signal, () => stripe.disputes.retrieve(disputeReference))
    if (dispute.metadata.evidence === hash && dispute.evidence_details.submission_count > 0)
      return { outcome: 'accepted' }
    if (SENT.has(dispute.status)) return { outcome: 'accepted' }
    if (dispute.status !== 'needs_response') return { outcome: 'refused', code: 'dispute_not_open' }
    if (dispute.evidence_details.past_due) return { outcome: 'refused', code: 'dispute_past_due' }
    const uploads = await Promise.all(
      files.map(({ id, name, type, content }) =>
        ask(signal, () =>
          stripe.files.create(
            { purpose: 'dispute_evidence', file: { data: content, name, type } },
            { idempotencyKey: `evidence-file:${id}:${hour}`, timeout: UPLOAD_TIMEOUT_MS },
          ),
        ),
      ),
    )
    const fields = uploads.map(({ id }, index) => [FILE_FIELDS[index], id] as const)
    const evidence = { ...(text && { uncategorized_text: text }), ...Object.fromEntries(fields) }
    await ask(signal, () =>
      stripe.disputes.update(
        disputeReference,
        { evidence, metadata: { evidence: hash }, submit: true },
        { idempotencyKey: `evidence:${disputeReference}:${hash}:${hour}` },
      ),
    )
    return { outcome: 'accepted' }
  } catch (error) {
    const code = refusalIn(error, REFUSED)
    if (code === null) throw unreachable(error)
    return { outcome: 'refused', code }
  }
}
