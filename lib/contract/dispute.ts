import * as z from 'zod'
import { withoutControls } from '@/lib/domain/text'
import { wireInstant } from './instant'
import { EVIDENCE_FILE_NAME_MAX, EVIDENCE_FILES_MAX, EVIDENCE_TEXT_MAX } from './limits'
import { listOf } from './list'
import { idFilter, pageQuery, statusFilter } from './list-query'
import { createdAt, currencyCode, MONEY, money, objectName, opaqueId, TRIMMED } from './shared-fields'
import { disputeStatuses } from './states'
import { optionalText, trimmedText } from './text'

export const disputeReasons = [
  'FRAUDULENT',
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DUPLICATE',
  'SUBSCRIPTION_CANCELED',
  'CREDIT_NOT_PROCESSED',
  'UNRECOGNIZED',
  'OTHER',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Types of an evidence file, which its content has to have. */
export const evidenceFileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type EvidenceFileType = (typeof evidenceFileTypes)[number]

/** An uploaded file (our extension). It becomes evidence when it is named by POST /disputes/{id}/evidence. */
export const disputeFileSchema = z
  .looseObject({
    object: objectName('dispute_file'),
    id: opaqueId,
    name: z.string().max(EVIDENCE_FILE_NAME_MAX).describe('Name of the file.'),
    type: z.enum(evidenceFileTypes).describe('Read from its content.'),
    bytes: z.int().describe('Its size.'),
    created_at: createdAt,
  })
  .meta({ id: 'DisputeFile' })

export type DisputeFile = z.infer<typeof disputeFileSchema>

/** A dispute (chargeback) of a payment (our extension of the contract). */
export const disputeSchema = z
  .looseObject({
    object: objectName('dispute'),
    id: opaqueId,
    payment_id: z.string().describe('The payment that is disputed.'),
    amount: money,
    fee_amount: z
      .number()
      .describe(`The service’s fee for a dispute; it comes back when it is won. ${MONEY}`),
    currency: currencyCode,
    reason: z.enum(disputeReasons).describe('The payer’s reason, as the bank reports it.'),
    status: z
      .enum(disputeStatuses)
      .describe(
        'NEEDS_RESPONSE (until `evidence_due_at`) → UNDER_REVIEW (evidence was sent) → WON (amount and fee are back) or LOST. The bank may decide at any time.',
      ),
    evidence_due_at: wireInstant.nullable().describe('Deadline of the evidence, if the bank gave one.'),
    evidence: z
      .looseObject({
        text: z.string().nullable().describe('What the merchant wrote.'),
        files: z.array(disputeFileSchema).describe('Files sent with it.'),
        submitted_at: wireInstant.describe('When it was sent.'),
      })
      .nullable()
      .describe('Evidence that was sent; null before, and after the bank refused it.'),
    refusal_code: z
      .string()
      .optional()
      .describe('Why the bank refused the evidence, which can be sent again. Absent if it did not.'),
    refused_at: wireInstant.optional().describe('When the bank refused it.'),
    created_at: createdAt,
    closed_at: wireInstant.nullable().describe('When the bank decided.'),
  })
  .meta({ id: 'Dispute' })

export type Dispute = z.infer<typeof disputeSchema>

export const disputeListSchema = listOf(disputeSchema, 'disputes').meta({ id: 'DisputeList' })

export const listDisputesSchema = z.object({
  ...pageQuery('dispute'),
  status: statusFilter(disputeStatuses),
  payment_id: idFilter.describe('Only disputes of this payment.'),
})

export type ListDisputes = z.output<typeof listDisputesSchema>

/** Query of POST /disputes/{id}/files, whose body is the file itself. */
export const uploadFileSchema = z.object({
  name: trimmedText({ min: 1, max: EVIDENCE_FILE_NAME_MAX })
    .refine((name) => name === withoutControls(name), {
      params: { code: 'invalid_characters' },
      message: 'Must not contain control or format characters.',
    })
    .describe('Name of the file.'),
})

/** Body of POST /disputes/{id}/evidence: a text, files, or both. */
export const submitEvidenceSchema = z.strictObject({
  text: optionalText(EVIDENCE_TEXT_MAX).describe(TRIMMED),
  file_ids: z
    .array(z.string())
    .max(EVIDENCE_FILES_MAX)
    .default([])
    .describe('Files uploaded by POST /disputes/{id}/files, of 4.5 MB together at most.'),
})
