import type { DisputeFile } from '@/lib/contract/dispute'
import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { EVIDENCE_FILE_BYTES_MAX } from '@/lib/contract/limits'
import { fileTypeOf } from '@/lib/domain/file-type'
import { isStorable } from '@/lib/domain/text'
import type { ServiceContext } from '@/lib/service/context'
import { type FileRow, renderDisputeFile } from '@/lib/service/payments/dispute-row'
import { refusalOf, takesEvidence } from './submit-evidence'

/** Uploads of one dispute: several tries for each file of its evidence. */
export const UPLOADS_MAX = 12

/**
 * Stores a file for a dispute that takes evidence. Its type is read from its content. Throws 400 on `file` for another
 * type, a larger file or an upload too many, 404, 409 `evidence_submitted` and `dispute_closed`.
 */
export async function storeDisputeFile(
  ctx: ServiceContext,
  disputeId: string,
  { name, content }: { name: string; content: Buffer | 'too_large' },
): Promise<DisputeFile> {
  if (content === 'too_large') throw invalidParameters([TOO_LARGE])
  const type = fileTypeOf(content)
  if (!type) throw invalidParameters([OTHER_TYPE])
  const { rows } = await ctx.db.query<FileRow>({
    name: 'dispute-store-file',
    text: `WITH slot AS (
        UPDATE service.dispute d SET uploads = d.uploads + 1
        WHERE d.account_id = $1 AND d.id = $2 AND d.uploads < ${UPLOADS_MAX} AND ${takesEvidence('$7')} RETURNING d.id
      )
      INSERT INTO service.dispute_file (account_id, id, dispute_id, name, type, bytes, content, created_at)
      SELECT $1, $3, id, $4, $5, octet_length($6::bytea), $6, $7 FROM slot
      RETURNING id, name, type, bytes, created_at`,
    values: [
      ctx.accountId,
      // Postgres refuses NUL in a text: no dispute has such an id.
      isStorable(disputeId) ? disputeId : '',
      newId('dsf', ctx.now()),
      name,
      type,
      content,
      ctx.now(),
    ],
  })
  if (rows[0]) return renderDisputeFile(rows[0])
  throw (await refusalOf(ctx, disputeId)) ?? invalidParameters([TOO_MANY])
}

const TOO_LARGE: FieldError = {
  field: 'file',
  code: 'too_large',
  message: `Must have at most ${EVIDENCE_FILE_BYTES_MAX / 1024 / 1024} MB.`,
}
const OTHER_TYPE: FieldError = {
  field: 'file',
  code: 'invalid_type',
  message: 'Must be a PDF, a PNG or a JPEG, sent as it is in the body.',
}
const TOO_MANY: FieldError = {
  field: 'file',
  code: 'too_many_files',
  message: `At most ${UPLOADS_MAX} files can be uploaded for a dispute.`,
}
