/** The home page. */
export const home = {
  title: 'Home',
  greeting: (name: string) => `Hello, ${name}`,
  collected30: 'Collected, 30 days',
  collected: 'Collected',
  today: 'Today',
  paymentsCount: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  versus: 'vs the 30 days before',
  chartDay: 'Day',
  chartPayments: 'Payments',
  chartTable: 'Collected per day',
  dayTold: (day: string, amount: string, count: number) =>
    `${day}: ${amount}, ${count === 1 ? '1 payment' : `${count} payments`}`,
  approval30: 'Approval rate, 30 days',
  declined30: 'Declined, 30 days',
  activeLinks: 'Active links',
  attention: 'Needs attention',
  quiet: 'Nothing right now.',
  unpaid: (count: number) =>
    count === 1 ? '1 declined payer hasn’t paid yet' : `${count} declined payers haven’t paid yet`,
  expiring: (count: number) => (count === 1 ? '1 link expires soon' : `${count} links expire soon`),
  mirrorBroken: 'The last check against the payments service failed',
  mirrorNoWebhook: 'Webhooks are not set up',
  mirrorDrift: (rows: number) =>
    rows === 1 ? '1 missed event, now corrected' : `${rows} missed events, now corrected`,
  look: 'Details',
  latestPayments: 'Latest payments',
  latestLinks: 'Latest links',
  all: 'See all',
} as const
