import { callApi } from './demo'

/** A link that no other journey touches, made by the account's own key. */
export async function aLink(
  over: Record<string, unknown> = {},
): Promise<{ id: string; url: string; title: string }> {
  const title = `Cooking class ${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  const created = await callApi('POST', '/payment_links', { title, amount: 45, ...over })
  return created.json()
}

export async function statusOf(id: string): Promise<string> {
  return (await (await callApi('GET', `/payment_links/${id}`)).json()).status
}
