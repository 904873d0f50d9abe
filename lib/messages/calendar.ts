/** Texts of a range of days; the caller names its ends. */
export const calendar = {
  anyFrom: 'No first day',
  anyTo: 'No last day',
  clear: 'Clear',
  unreadable: 'Enter an existing day.',
  late: (day: string) => `Not after ${day}.`,
  none: 'All days',
  /** Zone whose midnight ends a day. */
  zone: (city: string) => `Time zone: ${city}`,
  counted: (days: string) => (days === '1' ? '1 day' : `${days} days`),
} as const
