import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorTables } from '@/lib/dashboard/mirror/mirror-noun'
import { parseObject } from '@/lib/dashboard/mirror/parse-object'
import { type Corrections, type MirrorNoun, mirrorNouns } from '@/lib/dashboard/mirror/shape'
import type { ExternalHost } from './external-host'

/** Objects by noun and id. */
export type Objects = Readonly<Record<MirrorNoun, ReadonlyMap<string, Record<string, unknown>>>>

/** Returns a copy of a host's objects as its lists contain them and Postgres stores them, without unreadable ones. */
export function hostObjects(host: ExternalHost): Objects {
  const byId = (noun: MirrorNoun) =>
    new Map(
      listedRows(host, noun)
        .filter((object) => parseObject(noun, object).reason === null)
        // A host's object is also one in JSON.
        .map((object) => [object.id, storableJson(structuredClone(object)) as Record<string, unknown>]),
    )
  return {
    payments: byId('payments'),
    links: byId('links'),
    customers: byId('customers'),
    settlements: byId('settlements'),
  }
}

function listedRows(host: ExternalHost, noun: MirrorNoun): { id: string }[] {
  return noun === 'settlements'
    ? host.settlements.map(({ payments: _, ...settlement }) => settlement)
    : host[noun].map((object) => ({ ...object }))
}

/** Returns the ids of a host's unreadable objects, by noun. */
export function unreadableObjects(host: ExternalHost): Record<MirrorNoun, string[]> {
  const odd = (noun: MirrorNoun) =>
    listedRows(host, noun)
      .filter((object) => parseObject(noun, object).reason !== null)
      .map(({ id }) => id)
      .toSorted()
  return {
    payments: odd('payments'),
    links: odd('links'),
    customers: odd('customers'),
    settlements: odd('settlements'),
  }
}

/** Returns the objects of a connection's mirror, as last reported. */
export async function mirroredObjects({ db }: ConnectionContext): Promise<Objects> {
  const rowsOf = async (noun: MirrorNoun) => {
    const { rows } = await db.query<{ id: string; snapshot: Record<string, unknown> }>({
      text: `SELECT id, snapshot FROM ${mirrorTables[noun].table}`,
    })
    return new Map(rows.map(({ id, snapshot }) => [id, snapshot]))
  }
  return {
    payments: await rowsOf('payments'),
    links: await rowsOf('links'),
    customers: await rowsOf('customers'),
    settlements: await rowsOf('settlements'),
  }
}

/** Returns the corrections that a comparison should report for the differences between a mirror and its host. */
export function differences(mirror: Objects, host: Objects): Corrections {
  const corrected: Corrections = {}
  for (const noun of mirrorNouns)
    for (const [id, object] of host[noun]) {
      const change = changeOf(noun, mirror[noun].get(id), object)
      if (change === null) continue
      const changes = corrected[noun] ?? {}
      corrected[noun] = { ...changes, [change]: (changes[change] ?? 0) + 1 }
    }
  return corrected
}

function changeOf(
  noun: MirrorNoun,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
): string | null {
  if (!before) return 'created'
  if (before.status !== after.status) return String(after.status)
  const { silentFields } = mirrorTables[noun]
  const reported = (object: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(object).filter(([field]) => !silentFields.includes(field)))
  return isDeepStrictEqual(reported(before), reported(after)) ? null : 'changed'
}

/**
 * Expects a mirror to equal its host, object for object and column for column, and to quarantine only the host's
 * unreadable objects.
 */
export async function expectEqual(
  ctx: ConnectionContext,
  expected: Objects,
  odd: Partial<Record<MirrorNoun, string[]>> = {},
): Promise<void> {
  const mirror = await mirroredObjects(ctx)
  for (const noun of mirrorNouns) {
    expect(mirror[noun], noun).toEqual(expected[noun])
    const names = Object.keys(columnsOf[noun]({}))
    const { rows } = await ctx.db.query<{ id: string }>({
      text: `SELECT id, ${names.join(', ')} FROM ${mirrorTables[noun].table}`,
    })
    const columns = new Map(rows.map(({ id, ...row }) => [id, row]))
    expect(columns, `columns of ${noun}`).toEqual(
      new Map([...expected[noun]].map(([id, object]) => [id, columnsOf[noun](object)])),
    )
    const { rows: quarantined } = await ctx.db.query<{ id: string }>({
      text: 'SELECT object_id AS id FROM dashboard.quarantined_object WHERE noun = $1',
      values: [noun],
    })
    expect(quarantined.map(({ id }) => id).toSorted(), `odd ${noun}`).toEqual(odd[noun] ?? [])
  }
}

type Columns = (object: Record<string, unknown>) => Record<string, unknown>

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const partOf = (object: unknown, field: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, field) : null

/** Expected columns of a host's objects, in its currency of two decimals. Written without the mirror's own code. */
const columnsOf: Readonly<Record<MirrorNoun, Columns>> = {
  payments: ({ status, amount, currency, payer, customer_id, payment_link, settlement_id }) => ({
    status,
    amount_minor: cents(amount),
    currency,
    payer_name: partOf(payer, 'name'),
    customer_id,
    link_id: partOf(payment_link, 'id'),
    settlement_id,
    rank: status === 'PENDING' ? 0 : 1,
  }),
  links: ({ status, title, amount, max_uses, paid_count }) => ({
    status,
    title,
    amount_minor: cents(amount),
    max_uses,
    paid_count,
    rank: status === 'ACTIVE' ? 0 : 1,
  }),
  customers: ({ status, name, email, card }) => ({ status, name, email, card_last4: partOf(card, 'last4') }),
  settlements: ({ status, gross_amount, fee_amount, net_amount, payment_count, reference }) => ({
    status,
    gross_minor: cents(gross_amount),
    fee_minor: cents(fee_amount),
    net_minor: cents(net_amount),
    payment_count,
    reference,
  }),
}
