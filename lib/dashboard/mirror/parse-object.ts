import type * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { paymentSchema } from '@/lib/contract/payment'
import { paymentLinkSchema } from '@/lib/contract/payment-link'
import { settlementSchema } from '@/lib/contract/settlement'
import {
  jsonBytes,
  OBJECT_BYTES_MAX,
  SNAPSHOT_BYTES_MAX,
  shortened,
} from '@/lib/dashboard/client/bounded-json'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { listedForm, type MirrorObjects, type MirrorRow, mirrorRow } from './mirror-noun'

const schemas: {
  readonly [Noun in MirrorNoun]: z.ZodType<MirrorObjects[Noun]> & Pick<z.ZodObject, 'shape'>
} = {
  payments: paymentSchema,
  links: paymentLinkSchema,
  customers: customerSchema,
  settlements: settlementSchema,
}

/** Fields that a reason names. */
const SHOWN_FIELDS_MAX = 3
const REASON_TEXT_MAX = 300

export type ParsedObject<Noun extends MirrorNoun> =
  | {
      object: MirrorObjects[Noun]
      /** Row to store: the object as received, or shortened if it is longer than `SNAPSHOT_BYTES_MAX`. */
      row: MirrorRow
      reason: null
    }
  /** Reason: the fields that the contract's schema refuses, without their values, or the object's size. */
  | { object: null; row: null; reason: string }

/** Parses one object of a noun by the contract's schema and bounds its size. Never throws. */
export function parseObject<Noun extends MirrorNoun>(noun: Noun, raw: unknown): ParsedObject<Noun> {
  const listed = listedForm(noun, raw)
  const parsed = parsedBy(noun, listed)
  if (parsed.reason !== null) return parsed
  const bytes = jsonBytes(listed)
  if (bytes > OBJECT_BYTES_MAX)
    return refused(`The object has ${bytes} bytes of JSON; the limit is ${OBJECT_BYTES_MAX}.`)
  const { id } = parsed.object
  if (id.length > ID_TEXT_MAX) return refused(`id: has ${id.length} characters; the limit is ${ID_TEXT_MAX}.`)
  const isShort = bytes <= SNAPSHOT_BYTES_MAX
  const snapshot = isShort ? listed : shortened(parsed.object, schemas[noun])
  // A cut field may have a format.
  const again = isShort ? parsed : parsedBy(noun, snapshot)
  if (again.reason !== null) return again
  try {
    return { object: again.object, row: mirrorRow(noun, again.object, snapshot), reason: null }
  } catch (error) {
    // An amount above the mirror's largest.
    if (error instanceof RangeError) return refused(error.message)
    throw error
  }
}

function refused(reason: string): { object: null; row: null; reason: string } {
  return { object: null, row: null, reason }
}

function parsedBy<Noun extends MirrorNoun>(
  noun: Noun,
  value: unknown,
): { object: MirrorObjects[Noun]; reason: null } | ReturnType<typeof refused> {
  const parsed = schemas[noun].safeParse(value)
  if (parsed.success) return { object: parsed.data, reason: null }
  const fields = parsed.error.issues
    .slice(0, SHOWN_FIELDS_MAX)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  return refused(fields.join('; ').slice(0, REASON_TEXT_MAX))
}
