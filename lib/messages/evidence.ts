/** Texts of the evidence for a dispute, which a page loads with its form. */
export const evidence = {
  title: 'Your evidence',
  text: 'Your answer to the bank',
  textHint:
    'A first text from what is known here. Say why the payment was right. The draft stays in this tab.',
  restored: 'Your draft is back.',
  startOver: 'Start over',
  files: 'Files',
  filesHint: 'Up to 3 files: PDF, PNG or JPEG, at most 4.5 MB in all. A receipt, a delivery note, a chat.',
  add: 'Add a file',
  uploading: 'Uploading',
  remove: (name: string) => `Remove ${name}`,
  review: 'Review',
  reviewTitle: 'Send this evidence?',
  once: 'Evidence can be sent once. Afterwards nothing can be added or changed.',
  noFiles: 'No file',
  send: 'Send evidence',
  sending: 'Sending',
  sent: 'The evidence is with the bank.',
  failed: 'The evidence was not sent.',
  empty: 'Write what happened, or add a file.',
  tooLong: (max: string) => `Shorten this to ${max} characters.`,
  wrongType: (name: string) => `${name} is no PDF, PNG or JPEG. Choose another file.`,
  tooLarge: (name: string) =>
    `The files are larger than 4.5 MB in all with ${name}. Remove one, or choose a smaller one.`,
  emptyFile: (name: string) => `${name} is empty.`,
  tooMany: 'Three files are the most. Remove one first.',
  uploadFailed: (name: string) => `${name} did not arrive. Try it again.`,

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
