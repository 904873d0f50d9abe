import { describe, expect, it } from 'vitest'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'
import { deliverDue } from '@/lib/service/webhooks/run-deliveries'
import { deliveringAccount, START } from '@/test/fixtures/delivering-account'
import { signatureHolds } from '@/test/test-receiver'
import {
  beginRotation,
  endRotation,
  type Rotated,
  type RotationAction,
  rotationStates,
  rotationSteps,
} from './rotate-secret'

const DAY_S = 24 * 3_600
const FIRST_NEW = 'whsec_firstNewSecretOfTheTest'
const SECOND_NEW = 'whsec_secondNewSecretOfTheTest'
const noState = { NONE: null, STAGED: null, OVERLAP: null, ENDED: null }

describe('a secret rotation', () => {
  const fixture = deliveringAccount()

  function take(id: string, action: RotationAction, secret: string): Promise<Rotated> {
    if (action === 'stage' || action === 'overlap')
      return beginRotation(fixture.ctx(), { id, mode: action, secret }, fixture.keyring)
    return endRotation(fixture.ctx(), { id, act: action }, fixture.keyring)
  }

  async function stored(id: string) {
    const { rows } = await fixture.system().query<{
      rotation: string | null
      secret_sealed: string
      next_secret_sealed: string | null
      secret_since: Date | null
    }>({
      text: 'SELECT rotation, secret_sealed, next_secret_sealed, secret_since FROM service.webhook_endpoint WHERE id = $1',
      values: [id],
    })
    const row = rows[0]
    if (!row) throw new Error('the endpoint is gone')
    const open = (sealed: string) =>
      fixture.keyring.open(sealed, secretAad({ accountId: fixture.ctx().accountId, id }))
    return {
      rotation: row.rotation,
      current: open(row.secret_sealed),
      next: row.next_secret_sealed && open(row.next_secret_sealed),
      since: row.secret_since,
    }
  }

  async function inState(state: (typeof rotationStates)[number]) {
    const { id, secret } = await fixture.endpoint('http://localhost:4999/hook')
    if (state === 'STAGED' || state === 'ENDED') await take(id, 'stage', FIRST_NEW)
    if (state === 'OVERLAP') await take(id, 'overlap', FIRST_NEW)
    if (state === 'ENDED') fixture.pass(DAY_S)
    return { id, old: secret }
  }

  it.each(rotationStates)('every action in the state %s follows the table, or is refused', async (state) => {
    for (const action of Object.keys(rotationSteps) as RotationAction[]) {
      const keeps = { ...noState, ...rotationSteps[action].keeps }[state]
      const { id, old } = await inState(state)
      const before = await stored(id)
      const result = await take(id, action, SECOND_NEW)
      const after = await stored(id)
      if (keeps === null) {
        expect(result, action).toEqual({ ok: false })
        expect(after, action).toEqual(before)
        continue
      }
      const begins = action === 'stage' || action === 'overlap'
      const dropped = keeps === 'next' ? old : action === 'cancel' ? FIRST_NEW : null
      expect(result, action).toMatchObject({ ok: true, dropped, current: after.current })
      expect(after, action).toMatchObject({
        rotation: rotationSteps[action].to,
        current: keeps === 'next' ? FIRST_NEW : old,
        next: begins ? SECOND_NEW : null,
      })
    }
  })

  it('no event is lost at the switch: the old secret signs before it, the new one after it', async () => {
    const shop = await fixture.receiver()
    const { id, secret: old } = await fixture.endpoint(shop.url)
    await take(id, 'stage', FIRST_NEW)
    await fixture.event('pay_1')
    await deliverDue(fixture.options())
    fixture.pass(DAY_S)
    await fixture.event('pay_2')
    await deliverDue(fixture.options())
    await take(id, 'overlap', SECOND_NEW)
    await fixture.event('pay_3')
    await deliverDue(fixture.options())

    const seconds = (afterS: number) => START.getTime() / 1_000 + afterS
    const [first, second, third] = shop.received
    if (!first || !second || !third) throw new Error('an event is missing')
    expect(signatureHolds(first, old, seconds(0))).toBe(true)
    expect(signatureHolds(second, FIRST_NEW, seconds(DAY_S))).toBe(true)
    expect(String(third.headers['service-signature']).match(/v1=/g)).toHaveLength(2)
    expect(await stored(id)).toMatchObject({ current: FIRST_NEW, since: new Date(seconds(DAY_S) * 1_000) })
  })

  it('the rotation of another account’s endpoint is not found', async () => {
    const { id } = await inState('STAGED')
    const stranger = fixture.ctx(await fixture.openAccount())
    const ends = endRotation(stranger, { id, act: 'use_now' }, fixture.keyring)
    await expect(ends).rejects.toMatchObject({ code: 'resource_not_found' })
    expect(await stored(id)).toMatchObject({ rotation: 'STAGED' })
  })
})
