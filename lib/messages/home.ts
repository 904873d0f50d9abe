/** The home page. */
export const home = {
  title: 'Home',
  greeting: (name: string) => `Hello, ${name}`,
  collected30: 'Collected, 30 days',
  collectedToday: 'Collected today',
  approvedCount: (count: string) => (count === '1' ? '1 approved payment' : `${count} approved payments`),
  activeLinks: 'Active links',
  activeLinksNote: 'can be paid right now',
  declined30: 'Declined, 30 days',
  declinedNote: 'payers were not charged',
  latestPayments: 'Latest payments',
  latestLinks: 'Latest links',
  all: 'See all',
} as const
