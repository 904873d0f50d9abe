/** `2026-09-14 14:32:05 UTC`. */
const utc = (iso: string) => `${iso.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC`

/** Texts of dates and times. `dateLocale` orders day and month as the English of these messages does. */
export const times = {
  dateLocale: 'en-GB',
  justNow: 'just now',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  moments: 'moments',
  ago: (span: string) => `${span} ago`,
  ahead: (span: string) => `in ${span}`,
  inZone: (moment: string, zone: string) => `${moment} (${zone})`,
  utc,
  exact: (moment: string, iso: string) => `${moment} · ${utc(iso)}`,
  notYet: 'not yet',
} as const
