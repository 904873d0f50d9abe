import { type Reference, readReference } from '@/components/docs/reference/read-reference'

const TIMEOUT_MS = 3_000

/**
 * Returns the reference of the API that runs at `baseUrl` (contract: versioning); null while none is
 * available.
 */
export async function fetchReference(baseUrl: string): Promise<Reference | null> {
  try {
    const response = await fetch(`${baseUrl}/openapi.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readReference(await response.json())
  } catch {
    return null
  }
}
