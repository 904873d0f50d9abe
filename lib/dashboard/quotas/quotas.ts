/** A limit of what one team, or one connection of a team, may store. */
export interface Quota {
  limit: number
  unit: 'accounts' | 'secrets' | 'objects' | 'bytes' | 'drafts' | 'files'
  per: 'team' | 'connection'
  /** Effect at the limit. */
  atLimit: string
}

const KIB = 1_024

const GIB = KIB ** 3

/** Every quota of a team, each with its reason. `operator quotas` shows what is used of them. */
export const quotas = {
  /** An agency's clients; each of them costs imports, comparisons and polls. */
  connections: {
    limit: 20,
    unit: 'accounts',
    per: 'team',
    atLimit: 'another account is not connected; deleting the copy of a disconnected one makes room',
  },
  /** A rotation has two; every delivery is compared with each. */
  signing_secrets: {
    limit: 10,
    unit: 'secrets',
    per: 'connection',
    atLimit: 'another signing secret is not stored until one is retired',
  },
  /** A million payments, each by a link of its own and half by a customer of its own, twice over. */
  mirror_objects: {
    limit: 5_000_000,
    unit: 'objects',
    per: 'connection',
    atLimit: 'comparisons stop with `mirror_full`; known objects are still updated',
  },
  /** The same objects at 1.7 KB each; a payment of our own service has 0.7 KB. */
  mirror_bytes: {
    limit: 8 * GIB,
    unit: 'bytes',
    per: 'connection',
    atLimit: 'comparisons stop with `mirror_full`; known objects are still updated',
  },
  /** Two of the largest merchants, or 20 with a quarter of a million payments each. */
  team_bytes: {
    limit: 16 * GIB,
    unit: 'bytes',
    per: 'team',
    atLimit: 'comparisons of all its accounts stop with `mirror_full` within half a minute',
  },
  /** The events of 90 days of a merchant with a million payments a year, at 3 KB each. */
  event_bytes: {
    limit: GIB,
    unit: 'bytes',
    per: 'connection',
    atLimit: 'the oldest events are deleted; deliveries are refused with 429 until they are',
  },
  /** Objects that events name and the host is still to be asked for; it answers 20 a second. */
  queued_fetches: {
    limit: 50_000,
    unit: 'objects',
    per: 'connection',
    atLimit: 'events queue no more of them; the next comparison reads these objects',
  },
  /** A draft is one opened form; a team of ten has a few in a day. */
  charge_drafts: {
    limit: 200,
    unit: 'drafts',
    per: 'connection',
    atLimit: 'the oldest drafts that were never sent are deleted',
  },
  /** Like those of charges. */
  refund_drafts: {
    limit: 200,
    unit: 'drafts',
    per: 'connection',
    atLimit: 'the oldest drafts that were never sent are deleted',
  },
  /** Lists show the newest ten, each of at most 500 rows; an ended one is only a report of its links. */
  link_imports: {
    limit: 100,
    unit: 'files',
    per: 'connection',
    atLimit: 'the oldest ended imports are deleted; another one is refused while none has ended',
  },
  /** Only a script has more. */
  waiting_exports: {
    limit: 20,
    unit: 'files',
    per: 'connection',
    atLimit: 'another export is refused until one is ready',
  },
  export_files: { limit: 50, unit: 'files', per: 'connection', atLimit: 'the oldest files are deleted' },
  export_bytes: {
    limit: 200_000_000,
    unit: 'bytes',
    per: 'connection',
    atLimit: 'the oldest files are deleted',
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas

// Object.keys forgets the key type.
export const QUOTA_NAMES = Object.keys(quotas) as QuotaName[]

/**
 * Deliveries that one connection may receive: twice the calls a second that the API allows a key by default, each of at
 * most `unitBytes`; a longer delivery counts as several.
 */
export const DELIVERY_RULE = { rate: 200, burst: 4_000, unitBytes: 16 * KIB } as const
