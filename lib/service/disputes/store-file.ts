import type { DisputeFile } from '@/lib/contract/dispute'
import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { fileTypeOf } from '@/lib/domain/file-type'
import { isStorable } from '@/lib/domain/text'
import type { ServiceContext } from '@/lib/service/context'
import { type FileRow, renderDisputeFile } from '@/lib/service/payments/dispute-row'
import { refusalOf, takesEvidence } from './submit-evidence'

/** Uploads of one dispute: several tries for each file of its evidence. */
export const UPLOADS_MAX = 12
/** Bytes of an account's files together, enough for over a hundred disputes, so that no account fills the disk. */
export const ACCOUNT_FILES_BYTES_MAX = 500_000_000

/** Stores a file for a dispute. Throws 400 on `file`, 404, 409 `evidence_submitted` and `dispute_closed`. */
export async function storeDisputeFile(
  ctx: ServiceContext,
  disputeId: string,
  { name, content }: { name: string; content: Buffer | 'too_large' },
): Promise<DisputeFile> {
  if (content === 'too_large') throw invalidParameters([TOO_LARGE])
  const type = fileTypeOf(content)
  if (!type) throw invalidParameters([OTHER_TYPE])
  const { accountId, db } = ctx
  const now = ctx.now()
  // Postgres refuses NUL in a text: no dispute has such an id.
  const storableId = isStorable(disputeId) ? disputeId : ''
  const { rows } = await db.transaction(async (tx) => {
    // The lock orders uploads of an account: the sum has every file before this one.
    await tx.query({
      name: 'dispute-lock-files',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('files of ' || $1, 0))`,
      values: [accountId],
    })
    return tx.query<FileRow>({
      name: 'dispute-store-file',
      text: `WITH slot AS (
          UPDATE service.dispute d SET uploads = d.uploads + 1
          WHERE d.account_id = $1 AND d.id = $2 AND d.uploads < ${UPLOADS_MAX} AND ${takesEvidence('$7')}
            AND octet_length($6::bytea) + (SELECT coalesce(sum(f.bytes), 0) FROM service.dispute_file f
              WHERE f.account_id = $1) <= ${ACCOUNT_FILES_BYTES_MAX} RETURNING d.id
        )
        INSERT INTO service.dispute_file (account_id, id, dispute_id, name, type, bytes, content, created_at)
        SELECT $1, $3, id, $4, $5, octet_length($6::bytea), $6, $7 FROM slot
        RETURNING id, name, type, bytes, created_at`,
      values: [accountId, storableId, newId('dsf', now), name, type, content, now],
    })
  })
  if (rows[0]) return renderDisputeFile(rows[0])
  throw (await refusalOf(ctx, disputeId)) ?? invalidParameters([TOO_MANY])
}

const TOO_LARGE: FieldError = {
  field: 'file',
  code: 'too_large',
  message: `Must have at most ${EVIDENCE_BYTES_MAX / 1e6} MB.`,
}
const OTHER_TYPE: FieldError = {
  field: 'file',
  code: 'invalid_type',
  message: 'Must be a PDF, a PNG or a JPEG, sent as it is in the body.',
}
const TOO_MANY: FieldError = {
  field: 'file',
  code: 'too_many_files',
  message: `At most ${UPLOADS_MAX} files can be uploaded for a dispute, and an account’s files have at most ${ACCOUNT_FILES_BYTES_MAX / 1e6} MB together. Name files that were uploaded, or send a text alone.`,
}
