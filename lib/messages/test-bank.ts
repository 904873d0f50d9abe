/** The test bank's own page: it plays the payer's bank, so it speaks like another house. */
export const testBank = {
  name: 'Test bank',
  pageTitle: 'Test bank: confirm a payment',
  title: 'Confirm this payment',
  lead: 'This page stands for the page of a real bank. Choose what the payer does. No real money moves.',
  amount: 'Amount',
  approve: 'Approve',
  refuse: 'Refuse',
  leave: 'Leave without deciding',
  leaveNote: 'Or close this page: an undecided payment ends by itself after 30 minutes.',
  approvedTitle: 'You approved this payment',
  refusedTitle: 'You refused this payment',
  overTitle: 'This payment is over',
  approved: 'The shop goes on with it.',
  refused: 'Nothing is charged.',
  over: 'It was given up before you decided. Nothing is charged.',
  back: 'Back to the shop',
} as const
