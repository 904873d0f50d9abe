import { expect } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorTables } from '@/lib/dashboard/mirror/mirror-noun'
import { type MirrorNoun, mirrorNouns } from '@/lib/dashboard/schema/mirror'
import type { ExternalHost } from './external-host'

/** Objects by noun and id. */
export type Objects = Readonly<Record<MirrorNoun, ReadonlyMap<string, Record<string, unknown>>>>

/** Returns a copy of a host's objects as its lists contain them. */
export function hostObjects({ payments, links, customers, settlements }: ExternalHost): Objects {
  const byId = (objects: readonly { id: string }[]) =>
    new Map(objects.map((object) => [object.id, structuredClone({ ...object })]))
  const listed = settlements.map(({ payments: _, ...settlement }) => settlement)
  return {
    payments: byId(payments),
    links: byId(links),
    customers: byId(customers),
    settlements: byId(listed),
  }
}

/** Returns the objects of a connection's mirror, as they were last reported. */
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

/** Expects a mirror to equal its host, object for object. */
export async function expectEqual(ctx: ConnectionContext, expected: Objects): Promise<void> {
  const mirror = await mirroredObjects(ctx)
  for (const noun of mirrorNouns) expect(mirror[noun], noun).toEqual(expected[noun])
}
