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
    letters: { day: 'dd', month: 'mm', year: 'yyyy' },
    unreadable: (example: string) => `Enter an existing day such as ${example}.`,
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
    timeProblem: 'Enter a time from 00:00 to 23:59, such as 18:30.',
    steps: 'The up and down keys change it by 15 minutes.',
  },
} as const
