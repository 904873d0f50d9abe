/** Lengths of the IBANs of each country (SWIFT IBAN registry). */
const IBAN_LENGTHS = `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
  LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
  SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`

const LIKE_IBAN = /^[A-Z]{2}\d{2}/

/** Returns an account number as it is stored, without grouping. */
export function bareAccountNumber(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase()
}

/** Returns whether a bare number is an IBAN. */
export function isIban(number: string): boolean {
  return LIKE_IBAN.test(number) && !isWrongIban(number)
}

/** Returns whether a bare number begins like an IBAN and has wrong check digits or a wrong length. */
export function isWrongIban(number: string): boolean {
  if (!LIKE_IBAN.test(number)) return false
  const [, length] = new RegExp(`${number.slice(0, 2)}(\\d\\d)`).exec(IBAN_LENGTHS) ?? []
  if (length !== undefined && number.length !== Number(length)) return true
  const digits = `${number.slice(4)}${number.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return !/^\d+$/.test(digits) || BigInt(digits) % 97n !== 1n
}
