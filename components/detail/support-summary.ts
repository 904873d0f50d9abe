/** Returns names and values as text, one per line, for a support chat or ticket. Absent values are left out. */
export function summaryOf(lines: readonly (readonly [string, string | null | undefined])[]): string {
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

/** Returns `A• L•` of `Ada Lovelace`: enough to distinguish two people, too little to identify them. */
export function redactedName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]}•`)
    .join(' ')
}

/** Returns `a•@example.com` of `ada@example.com`; empty for a text that is not an e-mail address. */
export function redactedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at <= 0 ? '' : `${[...email][0]}•${email.slice(at)}`
}

/** Returns the last four digits of a phone behind dots. */
export function redactedPhone(phone: string): string {
  return `••• ${phone.replace(/\D/g, '').slice(-4)}`
}
