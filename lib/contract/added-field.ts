import type { z } from 'zod'

/** Returns the schema of a field that we add: absent or of another type at a host, it parses as absent. */
export function added<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined).meta({ 'x-extension': true })
}
