/** What a message to a payer says, in one line and its address. */
export type ShareText = { line: string; url: string }

/** WhatsApp's own address: the app on a phone, its page on a desk. The merchant picks the payer there. */
export function whatsappHref({ line, url }: ShareText): string {
  return `https://wa.me/?text=${encodeURIComponent(`${line}\n${url}`)}`
}

/** An e-mail without a recipient: the merchant picks the payer in their own program. */
export function emailHref({ line, url }: ShareText): string {
  return `mailto:?subject=${encodeURIComponent(line)}&body=${encodeURIComponent(`${line}\r\n${url}`)}`
}

/** An SMS without a number. `?&body=` is the one form that both iOS and Android read. */
export function smsHref({ line, url }: ShareText): string {
  return `sms:?&body=${encodeURIComponent(`${line} ${url}`)}`
}

const FILE_NAME_MAX = 40

/** A file name that every system takes, from a link's title. */
export function fileNameOf(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, FILE_NAME_MAX)
    .replace(/^-+|-+$/g, '')
  return plain || fallback
}

/** The share screen of a link; `made` greets the link that was just created. */
export function shareHref(id: string, { made = false }: { made?: boolean } = {}): string {
  return `/links/${encodeURIComponent(id)}/share${made ? '?made=1' : ''}`
}
