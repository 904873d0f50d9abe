import type { PaymentStatus } from '@/lib/contract/states'

/** Texts of a customer's page. */
export const customerDetail = {
  loading: 'Loading the customer',
  archived: 'Archived',
  archivedMeaning: 'Archived customers can’t be charged. Their history stays.',
  archivedSentence: 'Restore this customer to charge again.',
  contact: 'Contact',
  phone: 'Phone',
  email: 'E-mail',
  noPhone: 'No phone',
  noEmail: 'No e-mail',
  reveal: 'Reveal',
  revealHint: 'Shows phone, e-mail and notes. The activity records it.',
  revealing: 'Revealing…',
  revealFailed: 'The contact wasn’t revealed',
  charge: 'Charge',
  edit: 'Edit',
  archive: 'Archive',
  restore: 'Restore',
  undo: 'Undo',
  changed: {
    ARCHIVED: (name: string) => `${name} archived`,
    ACTIVE: (name: string) => `${name} restored`,
  },
  notChanged: {
    ARCHIVED: 'The customer wasn’t archived',
    ACTIVE: 'The customer wasn’t restored',
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
    none: 'None yet',
  },

  card: {
    title: 'Saved card',
    none: 'No saved card',
    noneHint: 'They can save one when they pay a link.',
    askForNew: 'Ask for a new card',
    unnamed: 'Card',
  },

  links: {
    title: 'Open links',
    copy: 'Copy URL',
    expires: 'expires',
    more: (count: string) => `The newest ${count}`,
  },

  notes: {
    title: 'Notes',
    none: 'No notes',
    hidden: 'Your role can’t see notes.',
    edit: 'Edit notes',
    add: 'Add a note',
    save: 'Save notes',
    saving: 'Saving…',
    failed: 'The notes weren’t saved.',
    tooLong: 'Enter at most 500 characters.',
  },

  history: {
    title: 'Timeline',
    made: { MERCHANT: 'Customer created', SELF: 'Signed up with the sign-up link' },
    by: (name: string) => (name ? `by ${name}` : 'by a former member'),
    byNobody: 'by Checkout',
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
      'charges.ask_again': 'Checked the charge of',
      'charges.release': 'Closed as not charged: charge of',
      'charges.give_up': 'Closed with unknown outcome: charge of',
      'charges.discard': 'Discarded before sending: charge of',
    } as Readonly<Record<string, string>>,
    chargedByLink: 'Charge by link of',
    linkInstead: 'Link instead of a charge of',
    fields: { name: 'name', phone: 'phone', email: 'e-mail', notes: 'notes' } as Readonly<
      Record<string, string>
    >,
  },

  allPayments: (count: string) => `All ${count} payments`,
  allUncounted: 'All payments',

  properties: 'Details',
  reference: 'Reference',
  id: 'Customer ID',
  json: 'Customer as JSON',
  events: 'A customer sends a webhook when they sign up or save a card.',

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
