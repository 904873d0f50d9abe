import type { z } from 'zod'

/**
 * Returns the schema of a field that we add to the contract (decisions: fields we add). Another host may lack it or use
 * its name for something else: it then parses as absent and does not invalidate the object. OpenAPI marks it
 * as an extension.
 */
export function added<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined).meta({ 'x-extension': true })
}
