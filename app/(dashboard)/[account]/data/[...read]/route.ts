import { Refusal } from '@/lib/dashboard/refusal'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { reads } from '@/lib/reads'

/** The only data route: it serves every read of `lib/reads`. */
export const { GET, POST, PUT, PATCH, DELETE } = dataRoute((name) => {
  if (!isRead(name)) throw new Refusal('resource_not_found')
  return reads[name]
})

function isRead(name: string): name is keyof typeof reads {
  return Object.hasOwn(reads, name)
}
