import { z } from 'zod'

const TIMEOUT_MS = 3_000

const descriptionSchema = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

/** The document that the running API serves (contract: versioning); null while it does not answer with one. */
export async function fetchDescription(baseUrl: string): Promise<object | null> {
  try {
    const response = await fetch(`${baseUrl}/openapi.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return descriptionSchema.parse(await response.json())
  } catch {
    return null
  }
}
