import { expect, test } from 'vitest'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { listViews, removeView, saveView } from './save-view'

const { dashboard, ctx } = await connectedDashboard()

test('a view belongs to its member and its list, and no other view can take its name', async () => {
  const colleague = { ...ctx, userId: 'user_colleague' }
  await saveView(ctx, { list: 'links', name: 'Open', query: 'status=ACTIVE&cursor=abc' })
  const views = await saveView(ctx, { list: 'links', name: 'Open', query: 'status=ACTIVE' })
  const renamed = saveView(ctx, { list: 'links', name: 'Open', query: 'status=ACTIVE&q=tea' })
  await expect(renamed).rejects.toMatchObject({ code: 'invalid_parameters', fields: [{ field: 'name' }] })
  expect(await listViews(ctx, 'links')).toEqual(views)
  expect(views).toMatchObject([{ name: 'Open', query: 'status=ACTIVE' }])
  expect(await listViews(ctx, 'payments')).toEqual([])
  expect(await listViews(colleague, 'links')).toEqual([])
  const [view] = views
  await removeView(colleague, { id: view?.id ?? '' })
  expect(await listViews(ctx, 'links')).toHaveLength(1)
  await removeView(ctx, { id: view?.id ?? '' })
  await removeView(ctx, { id: view?.id ?? '' })
  expect(await listViews(ctx, 'links')).toEqual([])
})

test('at most twenty views are kept, and the oldest one is deleted', async () => {
  for (let index = 0; index < 21; index += 1) {
    dashboard.passMs(1_000)
    await saveView(ctx, { list: 'payments', name: `View ${index}`, query: 'status=FAILED' })
  }
  const names = (await listViews(ctx, 'payments')).map(({ name }) => name)
  expect(names).toHaveLength(20)
  expect(names[0]).toBe('View 1')
})
