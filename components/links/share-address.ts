/** What a message to a payer says, in one line and its address. */
export type ShareText = { line: string; url: string }

/** Contact of the customer to whom a message goes; the phone in the form to dial. */
export type Recipient = { phone: string | null; email: string | null }

/** Returns WhatsApp's own address: the app on a phone, its page on a desk. Without a phone the merchant picks the payer there. */
export function whatsappHref({ line, url }: ShareText, to?: Recipient): string {
  return `https://wa.me/${to?.phone?.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(`${line}\n${url}`)}`
}

/** Returns the address of an e-mail. Without a recipient the merchant picks the payer in their own program. */
export function emailHref({ line, url }: ShareText, to?: Recipient): string {
  const address = encodeURIComponent(to?.email ?? '').replace('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(line)}&body=${encodeURIComponent(`${line}\r\n${url}`)}`
}

/** Returns the address of an SMS. `?&body=` is the one form that both iOS and Android read. */
export function smsHref({ line, url }: ShareText, to?: Recipient): string {
  return `sms:${to?.phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(`${line} ${url}`)}`
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
