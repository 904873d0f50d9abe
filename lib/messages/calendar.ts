/** Texts of a range of days; the caller names its ends. */
export const calendar = {
  anyFrom: 'No first day',
  anyTo: 'No last day',
  clear: 'Clear',
  unreadable: 'Enter an existing day.',
  late: (day: string) => `Not after ${day}.`,
  /** Name of a day for screen readers; it contains the number that is shown. */
  day: (name: string, { today, selected }: Record<string, boolean>) =>
    `${name}${today ? ', today' : ''}${selected ? ', chosen' : ''}`,
  none: 'All days',
  /** Zone whose midnight ends a day. */
  zone: (city: string) => `Time zone: ${city}`,
  counted: (days: string) => (days === '1' ? '1 day' : `${days} days`),
} as const
