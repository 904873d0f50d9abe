/** Texts of every calendar, and of the fields that open one. */
export const calendar = {
  nav: 'Change the month',
  previous: 'Previous month',
  next: 'Next month',
  month: 'Month',
  year: 'Year',
  day: (name: string, { today, chosen }: { today: boolean; chosen: boolean }) =>
    `${name}${today ? ', today' : ''}${chosen ? ', chosen' : ''}`,

  /** A range of days; the caller names its ends. */
  range: {
    anyFrom: 'No first day',
    anyTo: 'No last day',
    clear: 'Clear',
    shape: 'dd mmm yyyy',
    letters: { day: 'dd', month: 'mm', year: 'yyyy' },
    unreadable: (example: string, pattern: string) => `Write ${example} or ${pattern}.`,
    /** Well-formed, but not a calendar day; `month` is `February 2026`. */
    lacking: (month: string, days: string) => `${month} has only ${days} days.`,
    early: (day: string) => `Not before ${day}.`,
    late: (day: string) => `Not after ${day}.`,
    none: 'All days',
    /** Zone whose midnight ends a day. */
    zone: (city: string) => `Time zone: ${city}`,
    counted: (days: string) => (days === '1' ? '1 day' : `${days} days`),
  },

  /** A day and a time. */
  moment: {
    choose: 'Choose a day',
    chosen: (day: string) => `Day: ${day}`,
    open: 'Without a time it counts to 23:59.',
    time: 'Time',
    timeProblem: 'Write a time such as 18:30.',
    steps: 'The up and down keys change it by 15 minutes.',
  },
} as const
