/** Reads the raw bytes of a request's body; null if it is longer than `bytesMax`, with any transfer encoding. */
export async function readBody(request: Request, bytesMax: number): Promise<Buffer | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    // Node cuts the stream at the declared length, so the length is reliable.
    return Number(declared) <= bytesMax ? Buffer.from(await request.arrayBuffer()) : null
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > bytesMax) {
      await reader?.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}
