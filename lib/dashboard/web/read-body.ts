import { Refusal } from '@/lib/dashboard/refusal'
import { readBody as readBounded } from '@/lib/platform/http-server'

/**
 * Returns the raw bytes of a request's body. Throws Refusal `body_too_large` above the limit, with or without a declared
 * length.
 */
export async function readBody(request: Request, bytesMax: number): Promise<Buffer> {
  const body = await readBounded(request, bytesMax)
  if (!body) throw new Refusal('body_too_large')
  return body
}
