import type { PaymentStatus } from '@/lib/contract/states'

/** Texts of a customer's page. */
export const customerDetail = {
  loading: 'Loading the customer',
  archived: 'Archived',
  archivedMeaning: 'Archived customers cannot be charged. Their history is kept.',
  archivedSentence: 'This customer is archived and cannot be charged.',
  contact: 'Contact',
  phone: 'Phone',
  email: 'E-mail',
  noPhone: 'No phone',
  noEmail: 'No e-mail',
  reveal: 'Reveal',
  revealHint: 'Shows phone, e-mail and notes on this page. The activity records it.',
  revealing: 'Revealing…',
  revealFailed: 'The contact was not revealed.',
  charge: 'Charge',
  more: 'More actions',
  edit: 'Edit',
  support: 'Copy for support',
  supportCopied: 'Copied for support, without the name, phone and e-mail.',
  archive: 'Archive',
  restore: 'Restore',
  undo: 'Undo',
  changed: {
    ARCHIVED: (name: string) => `${name} is archived.`,
    ACTIVE: (name: string) => `${name} is active again.`,
  },
  notChanged: {
    ARCHIVED: 'The customer was not archived.',
    ACTIVE: 'The customer was not restored.',
  },

  figures: {
    label: 'Customer totals',
    collected: 'Collected',
    payments: 'Payments',
    paymentsHint: 'approved',
    declined: 'Declined',
    unfinished: (count: string) => `${count} not finished or annulled`,
    last: 'Last payment',
    first: 'first',
    onlyOne: 'the only one',
    none: 'None yet',
  },

  card: {
    title: 'Saved card',
    none: 'No saved card',
    noneHint: 'The customer can save one while paying a link.',
    unnamed: 'Card',
    saved: (expiry: string) => `Valid until ${expiry}`,
    expiring: (expiry: string) => `Expires ${expiry}`,
    expired: (expiry: string) => `Expired ${expiry}`,
    unknown: 'Expiry not known',
  },

  links: {
    title: 'Open links',
    copy: 'Copy URL',
    expires: 'expires',
    more: (count: string) => `These are the newest ${count}.`,
  },

  notes: {
    title: 'Notes',
    none: 'No notes.',
    hidden: 'Hidden for your role.',
    edit: 'Edit notes',
    add: 'Add a note',
    save: 'Save notes',
    saving: 'Saving…',
    failed: 'The notes were not saved.',
    tooLong: 'Notes have at most 500 characters.',
  },

  history: {
    title: 'Timeline',
    made: { MERCHANT: 'Customer created', SELF: 'Signed up by the sign-up link' },
    by: (name: string) => (name ? `by ${name}` : 'by a former member'),
    byNobody: 'by the dashboard itself',
    earlier: 'Earlier payments',
    payment: {
      PENDING: 'Payment not finished',
      APPROVED: 'Paid',
      FAILED: 'Payment declined',
      VOIDED: 'Payment annulled',
      TIMEOUT: 'Payment timed out',
    } satisfies Record<PaymentStatus, string>,
    link: 'Link created',
    cardSaved: 'Card saved',
    acts: {
      'customers.update': 'Edited',
      'customers.archive': 'Archived',
      'customers.restore': 'Restored',
      'customers.reveal': 'Contact revealed',
    } as Readonly<Record<string, string>>,
    /** Labels, each followed by the amount. */
    charges: {
      'charges.create': 'Charge of',
      'charges.attach': 'Payment found for the charge of',
      'charges.ask_again': 'Asked again for the charge of',
      'charges.release': 'Closed as not charged, the charge of',
      'charges.give_up': 'Given up with its outcome unknown, the charge of',
      'charges.discard': 'Discarded before it was sent, the charge of',
    } as Readonly<Record<string, string>>,
    chargedByLink: 'Charge by link of',
    linkInstead: 'Link in place of a charge of',
    fields: { name: 'name', phone: 'phone', email: 'e-mail', notes: 'notes' } as Readonly<
      Record<string, string>
    >,
  },

  payments: 'Payments',
  allPayments: (count: string) => `All ${count} payments`,
  allUncounted: 'All payments',
  noPayments: 'No payments yet.',

  properties: 'Details',
  reference: 'Reference',
  source: 'Added',
  sources: { MERCHANT: 'By your team', SELF: 'By the sign-up link' },
  created: 'Created',
  id: 'Customer ID',
  json: 'Customer as JSON',
  events: 'None. A customer raises a webhook when they sign up or save a card.',

  summary: {
    customer: 'Customer',
    name: 'Name',
    status: 'Status',
    card: 'Card',
    reference: 'Reference',
    created: 'Created',
    lastPayment: 'Last payment',
  },
} as const
