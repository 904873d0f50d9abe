export const HIDDEN = '•••'

/** Returns `a•••@example.com`. Another host's text may not be an address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${[...email][0]}${HIDDEN}${email.slice(at)}` : HIDDEN
}

/** Returns `••• 0132`. */
export function maskedPhone(phone: string): string {
  return `${HIDDEN} ${phone.replace(/\P{Nd}/gu, '').slice(-4)}`
}
