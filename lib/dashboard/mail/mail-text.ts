/** The subject and both bodies of a mail. */
export interface MailText {
  subject: string
  text: string
  html: string
}

interface Letter {
  subject: string
  greeting: string
  lines: readonly (readonly [name: string, value: string])[]
  /** An https or http address. */
  link?: { label: string; url: string } | null
  closing: string
}

/** Returns a template with its values as plain text and as simple HTML; every value is escaped. */
export function mailText({ subject, greeting, lines, link, closing }: Letter): MailText {
  const address = link && isWebAddress(link.url) ? link : null
  const text = [
    oneLine(greeting),
    '',
    ...lines.map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(address ? ['', `${address.label}: ${address.url}`] : []),
    '',
    closing,
    '',
  ].join('\n')
  const rows = lines
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#555">${escaped(name)}</td><td>${escaped(oneLine(value))}</td></tr>`,
    )
    .join('')
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5;color:#111">
<p>${escaped(greeting)}</p><table role="presentation">${rows}</table>
${address ? `<p><a href="${escaped(address.url)}">${escaped(address.label)}</a></p>` : ''}
<p style="color:#555">${escaped(closing)}</p></body></html>`
  return { subject: oneLine(subject), text, html }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Returns a text without line breaks, so that a name cannot add a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Longest text of a host in a mail, and longest name of a team, member or account. */
const TEXT_MAX = 200
export const NAME_MAX = 60

/** Returns another person's text, cut, in which no mail program finds a link: neither a scheme nor a domain. */
export function withoutLinks(text: string, max = TEXT_MAX): string {
  return text
    .slice(0, max)
    .replaceAll('://', ': //')
    .replace(/[.。．｡](?=[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}]{2})/gu, '$& ')
}
