/** Texts of the evidence for a dispute, which a page loads with its form. */
export const evidence = {
  title: 'Your evidence',
  text: 'Your response to the bank',
  textHint: 'We drafted this from the payment. Add why it was right. The draft stays in this tab.',
  restored: 'Your draft is back.',
  startOver: 'Start over',
  files: 'Files',
  filesHint: 'Up to 3 files: PDF, PNG or JPEG, at most 4.5 MB in all. A receipt, a delivery note, a chat.',
  add: 'Add a file',
  uploading: 'Uploading',
  remove: (name: string) => `Remove ${name}`,
  review: 'Review',
  reviewTitle: 'Send this evidence?',
  once: 'You can send evidence only once, and can’t change it later.',
  noFiles: 'No file',
  send: 'Send evidence',
  sending: 'Sending',
  sent: 'The evidence is with the bank.',
  failed: 'The evidence wasn’t sent.',
  empty: 'Write what happened, or add a file.',
  tooLong: (max: string) => `Shorten this to ${max} characters.`,
  wrongType: (name: string) => `${name} isn’t a PDF, PNG or JPEG. Choose another file.`,
  tooLarge: (name: string) => `With ${name} the files exceed 4.5 MB. Remove one, or choose a smaller one.`,
  tooMany: 'You can add 3 files. Remove one first.',
  uploadFailed: (name: string) => `${name} wasn’t uploaded. Try again.`,

  /** Sentences of the proposed evidence, which a bank reads. */
  proposal: {
    payment: (amount: string, at: string) => `The payment of ${amount} was made on ${at}.`,
    approved: (at: string, code: string | null) =>
      code === null
        ? `The bank approved it on ${at}.`
        : `The bank approved it on ${at} with the code ${code}.`,
    payer: (name: string, email: string) => `Payer: ${[name, email].filter(Boolean).join(', ')}`,
    card: (card: string) => `Card: ${card}`,
    what: (title: string) => `For: ${title}`,
    customer: (name: string) => `Customer: ${name}`,
    receipt: (url: string) => `Receipt: ${url}`,
    earlier: 'Earlier approved payments of the same customer:',
    earlierOne: (amount: string, at: string) => `- ${amount} on ${at}`,
  },
} as const
