/** Text of a message to a payer: one line and the URL. */
export type ShareText = { line: string; url: string }

/** Contact of the recipient; the phone in E.164. */
export type Recipient = { phone: string | null; email: string | null }

/** Returns a WhatsApp URL, which opens the app or its page. Without a phone the merchant picks the recipient there. */
export function whatsappHref({ line, url }: ShareText, to?: Recipient): string {
  return `https://wa.me/${to?.phone?.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(`${line}\n${url}`)}`
}

/** Returns a `mailto` URL. Without a recipient the merchant picks one in the e-mail program. */
export function emailHref({ line, url }: ShareText, to?: Recipient): string {
  const address = encodeURIComponent(to?.email ?? '').replace('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(line)}&body=${encodeURIComponent(`${line}\r\n${url}`)}`
}

/** Returns an `sms` URL. `?&body=` is the only form that both iOS and Android read. */
export function smsHref({ line, url }: ShareText, to?: Recipient): string {
  return `sms:${to?.phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(`${line} ${url}`)}`
}

const FILE_NAME_MAX = 40

/** Returns a file name of a link's title that every system accepts. */
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

/** Returns the path of a link's share screen; `made` announces a new link. */
export function shareHref(id: string, { made = false }: { made?: boolean } = {}): string {
  return `/links/${encodeURIComponent(id)}/share${made ? '?made=1' : ''}`
}
