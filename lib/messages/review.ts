const things = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

/** Texts of the review of a sign-up that another person may have made. */
export const review = {
  title: 'Check this account',
  lead: (email: string) =>
    `Nobody had confirmed ${email} before you set a new password, so another person may have made this account. Keep what you made yourself; the rest is dropped. Nothing can be brought back.`,
  kinds: {
    member: 'Members',
    connection: 'Connected accounts',
    bank_account: 'Bank account',
    bank_change: 'Change of the bank account',
    endpoint: 'Webhook endpoints',
    key: 'API keys',
  },
  hints: {
    member: 'They see and change what their role allows. Dropped: they are removed, and their API keys end.',
    connection:
      'The person who connected it may know its API key and signing secrets. Dropped: it is disconnected and its copy here is deleted; its collected payments stay.',
    bank_account: 'Payouts go to it. Dropped: payouts wait until you name another one.',
    bank_change: 'Payouts are about to go to it. Dropped: the bank account stays as it is.',
    endpoint: 'The address receives every event. Dropped: it receives nothing more.',
    key: 'A key charges and reads in your name. Dropped: it is revoked.',
  },
  connectionDetail: (host: string, last4: string, secrets: number) =>
    `${host}, API key ••${last4}, ${secrets === 1 ? '1 signing secret' : `${secrets} signing secrets`}`,
  lastFour: (last4: string) => `••${last4}`,
  by: (name: string, at: string) => `Made by ${name} on ${at}`,
  at: (at: string) => `Made on ${at}`,
  invitedBy: (name: string, at: string) => `Invited by ${name}, joined on ${at}`,
  joined: (at: string) => `Joined on ${at}`,
  choiceOf: (name: string) => `Keep or drop ${name}`,
  drop: 'Drop',
  keep: 'Keep',
  endedTitle: 'Ended already',
  ended:
    'Your new password ended every way to sign in from before: two-step sign-in is off, and open invitations are revoked.',
  endedSession: (browser: string | null, system: string | null, address: string, at: string) =>
    `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}${address ? `, ${address}` : ''}: signed in on ${at}`,
  submit: (drops: number) => (drops === 0 ? 'Keep everything' : `Drop ${things(drops)} and continue`),
  busy: 'Dropping…',
  left: 'Not everything is done',
  leftHint: 'What is left is listed here with its reason. Send it again.',
  failed: 'Nothing was sent',
  noAnswer: 'The server did not answer. Send it again: what is done stays done.',
  unanswered: 'This was added meanwhile. Decide on it, then send again.',
} as const
