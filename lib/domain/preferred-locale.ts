/**
 * Returns the first language of an Accept-Language header in which this runtime can format numbers; `en` if there is
 * none.
 */
export function preferredLocale(acceptLanguage: string | null): string {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim() ?? ''
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag)) continue
    try {
      const [supported] = Intl.NumberFormat.supportedLocalesOf([tag])
      if (supported) return supported
    } catch {
      // A malformed tag comes from an unusual browser and is not an error of ours.
    }
  }
  return 'en'
}
