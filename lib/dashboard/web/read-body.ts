import { Refusal } from '@/lib/dashboard/refusal'

/** The raw bytes of a request's body. Throws Refusal `body_too_large` above the limit, however it is sent. */
export async function readBody(request: Request, bytesMax: number): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    // Node cuts the stream at the declared length, so that it can be believed.
    if (!(Number(declared) <= bytesMax)) throw new Refusal('body_too_large')
    return Buffer.from(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > bytesMax) {
      await reader?.cancel()
      throw new Refusal('body_too_large')
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}
