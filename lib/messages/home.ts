/** The home page. */
export const home = {
  title: 'Home',
  greeting: (name: string) => `Hello, ${name}`,
  collected30: 'Collected, 30 days',
  collected: 'Collected',
  collectedToday: 'Collected today',
  today: 'Today',
  paymentsCount: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  percent: (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`,
  versus: 'vs the 30 days before',
  chartDay: 'Day',
  chartPayments: 'Payments',
  chartTable: 'Collected per day',
  dayTold: (day: string, amount: string, count: number) =>
    `${day}: ${amount}, ${count === 1 ? '1 payment' : `${count} payments`}`,
  declined30: 'Declined, 30 days',
  activeLinks: 'Active links',
  attention: 'Needs attention',
  quiet: 'Nothing waits for you.',
  unpaid: (count: number) =>
    count === 1 ? '1 payer declined, not back yet' : `${count} payers declined, not back yet`,
  expiring: (count: number) => (count === 1 ? '1 link expires soon' : `${count} links expire soon`),
  mirrorBroken: 'The last comparison with the service failed',
  mirrorNoWebhook: 'Webhooks are not set up',
  mirrorDrift: (rows: number) =>
    rows === 1 ? '1 event did not arrive, put right' : `${rows} events did not arrive, put right`,
  look: 'Look',
  latestPayments: 'Latest payments',
  latestLinks: 'Latest links',
  all: 'See all',
} as const
