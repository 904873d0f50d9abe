import { readBody } from '@/lib/platform/http-server'

/** Longest form; a payer's has some hundred bytes. */
const FORM_BYTES_MAX = 16 * 1024

/** Returns the fields of a posted form; null if the body is too long to be one. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const bytes = await readBody(request, FORM_BYTES_MAX)
  return bytes && new URLSearchParams(bytes.toString('utf8'))
}
