import { expect, test } from 'vitest'
import { OWNER, startDashboard } from '@/test/fixtures/test-dashboard'
import { createMailedLink, linkUrl, readMailedLink, useMailedLink } from './mailed-link'
import { createOwner } from './sign-up'

const dashboard = await startDashboard()
const db = dashboard.database.as('checkout_dashboard_system')
const { userId, teamId } = await createOwner(dashboard, OWNER)

const tokenOf = (id: string, purpose: 'INVITATION' | 'RESET_PASSWORD') =>
  linkUrl(dashboard, 'https://shop.test', { id, purpose }).split('/').at(-1) ?? ''
const invite = (email: string) =>
  createMailedLink(db, {
    email,
    createdBy: userId,
    byMail: false,
    subject: { purpose: 'INVITATION', teamId, role: 'SUPPORT' },
    now: dashboard.now(),
  })

test('an address has one open invitation in a team, in upper or lower case', async () => {
  expect(await invite('Ana@aurora.test')).not.toBeNull()
  expect(await invite('ana@AURORA.test')).toBeNull()
})

test('a token opens its own link once, and only for its purpose', async () => {
  const id = (await invite('luz@aurora.test')) ?? ''
  const token = tokenOf(id, 'INVITATION')
  expect(await readMailedLink(dashboard, 'INVITATION', token)).toMatchObject({ email: 'luz@aurora.test' })
  for (const wrong of [id, `${id}.`, `${token}x`, `${token}.x`, tokenOf(id, 'RESET_PASSWORD')])
    expect(await readMailedLink(dashboard, 'INVITATION', wrong)).toBeNull()
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', tokenOf(id, 'RESET_PASSWORD'))).toBeNull()
  const uses = await Promise.all([1, 2, 3].map(() => useMailedLink(db, id, dashboard.now())))
  expect(uses.filter(Boolean)).toHaveLength(1)
  expect(await readMailedLink(dashboard, 'INVITATION', token)).toBeNull()
})

test('a link expires', async () => {
  const id = await createMailedLink(db, {
    email: OWNER.email,
    createdBy: null,
    byMail: true,
    subject: { purpose: 'RESET_PASSWORD', userId },
    now: dashboard.now(),
  })
  const token = tokenOf(id ?? '', 'RESET_PASSWORD')
  dashboard.passMs(60 * 60_000 - 1)
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', token)).toMatchObject({ userId })
  dashboard.passMs(1)
  expect(await readMailedLink(dashboard, 'RESET_PASSWORD', token)).toBeNull()
  expect(await useMailedLink(db, id ?? '', dashboard.now())).toBe(false)
})
