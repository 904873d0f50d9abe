import type { z } from 'zod'

/**
 * A field that we add to the contract (decisions: fields we add). Other hosts may lack it, or use its name
 * for something else: then it reads as absent and never spoils the object.
 */
export function added<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined)
}
