const LOCAL_PART = /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
const TOP_LABEL = /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu

/** Returns whether the text is one e-mail address: `local@domain.tld`, international letters included. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || !LOCAL_PART.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1) ?? '')
  )
}

/** Returns an e-mail in lower case: the form under which members sign in. */
export function lowerCaseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Returns an e-mail's identity: case-insensitive, its international domain in ASCII (`xn--`). */
export function emailIdentity(email: string): string {
  const lower = lowerCaseEmail(email)
  const [local, domain = ''] = lower.split('@')
  const url = `http://${domain}`
  if (/^\p{ASCII}*$/u.test(domain) || !isEmail(lower) || !URL.canParse(url)) return lower
  return `${local}@${new URL(url).hostname}`
}
