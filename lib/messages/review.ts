const things = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

/** Texts of the review of a sign-up that another person may have made. */
export const review = {
  title: 'Check this account',
  lead: (email: string) =>
    `Nobody had confirmed ${email} before you set a new password, so somebody else may have created this account. Keep what is yours and drop the rest. This can’t be undone.`,
  kinds: {
    member: 'Members',
    connection: 'Connected accounts',
    bank_account: 'Bank account',
    bank_change: 'Bank account change',
    endpoint: 'Webhook endpoints',
    key: 'API keys',
  },
  hints: {
    member: 'Drop: they are removed, and their API keys are revoked.',
    connection: 'Drop: it is disconnected, and its data here is deleted. Collected payments stay.',
    bank_account: 'Your money is sent to it. Drop: transfers wait until you add another one.',
    bank_change: 'Your money will be sent to it. Drop: the bank account stays as it is.',
    endpoint: 'It receives every event. Drop: it receives nothing more.',
    key: 'It charges and reads in your name. Drop: it is revoked.',
  },
  connectionDetail: (host: string, last4: string, secrets: number) =>
    `${host}, API key ••${last4}, ${secrets === 1 ? '1 signing secret' : `${secrets} signing secrets`}`,
  lastFour: (last4: string) => `••${last4}`,
  by: (name: string, at: string) => `Created by ${name} on ${at}`,
  at: (at: string) => `Created on ${at}`,
  invitedBy: (name: string, at: string) => `Invited by ${name}, joined on ${at}`,
  joined: (at: string) => `Joined on ${at}`,
  choiceOf: (name: string) => `Keep or drop ${name}`,
  drop: 'Drop',
  keep: 'Keep',
  endedTitle: 'Already ended',
  ended: 'Your new password ended all sessions, turned off two-step sign-in and revoked open invitations.',
  endedSession: (browser: string | null, system: string | null, address: string, at: string) =>
    `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}${address ? `, ${address}` : ''}: signed in on ${at}`,
  submit: (drops: number) => (drops === 0 ? 'Keep everything' : `Drop ${things(drops)} and continue`),
  busy: 'Dropping…',
  left: 'Not everything is done',
  leftHint: 'What is left is listed here with its reason. Try again.',
  failed: 'Nothing was sent',
  noAnswer: 'The server did not respond. Try again: what is done stays done.',
  unanswered: 'This was just added. Decide on it, then try again.',
} as const
