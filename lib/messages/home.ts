/** The home page. */
export const home = {
  title: 'Home',
  greeting: (name: string) => `Hello, ${name}`,
  collected30: 'Collected, 30 days',
  collected: 'Collected',
  today: 'Today',
  paymentsCount: (count: number, written: string) => (count === 1 ? '1 payment' : `${written} payments`),
  versus: 'vs the 30 days before',
  chartDay: 'Day',
  chartPayments: 'Payments',
  chartTable: 'Collected per day',
  approval30: 'Approval rate, 30 days',
  declined30: 'Declined, 30 days',
  activeLinks: 'Active links',
  attention: 'Needs attention',
  quiet: 'Nothing right now.',
  unpaid: (count: number, written: string) =>
    count === 1 ? '1 declined payer hasn’t paid yet' : `${written} declined payers haven’t paid yet`,
  unpaidMore: (written: string) => `More than ${written} declined payers haven’t paid yet`,
  unpaidCounting: 'Declined payers: counting…',
  unpaidUnknown: 'Declined payers: too many to count',
  expiring: (count: number, written: string) =>
    count === 1 ? '1 link expires soon' : `${written} links expire soon`,
  mirrorBroken: 'The last check against the payments service failed',
  mirrorNoWebhook: 'Webhooks are not set up',
  mirrorDrift: (rows: number, written: string) =>
    rows === 1 ? '1 missed event, now corrected' : `${written} missed events, now corrected`,
  look: 'Details',
  latestPayments: 'Latest payments',
  latestLinks: 'Latest links',
  all: 'See all',
} as const
