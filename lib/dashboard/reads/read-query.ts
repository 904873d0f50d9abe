import type { z } from 'zod'
import { fieldErrors } from '@/lib/contract/field-errors'
import { Refusal } from '@/lib/dashboard/refusal'
import { givenParams, type QuerySource } from '@/lib/dashboard/schema/list'

/** Parses a query; empty values count as absent. Throws Refusal `invalid_parameters` with every field error. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, source: QuerySource): z.output<Schema> {
  const given = givenParams(source)
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Refusal('invalid_parameters', { fields: fieldErrors(parsed.error, given) })
  return parsed.data
}
