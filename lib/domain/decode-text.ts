/** Returns the text of a file: UTF-16 ("Unicode text" of Excel), UTF-8, else Windows-1252, without a mark. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second, third, fourth] = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength))
  // Two letters with a NUL after each have lost their mark.
  if (first && second === 0 && third && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
