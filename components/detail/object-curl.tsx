import { CurlFold } from '@/components/data/curl-fold'
import { useCan, useMember } from '@/components/data/member'
import { developerRequests } from '@/lib/messages/developer-requests'
import { callsOf } from './calls-of'

/** Text of every masked contact. */
const MASK = '•••'

/** Renders the calls of an object as commands, for members who may read content for developers. */
export function ObjectCurl({ object }: { object: unknown }) {
  const { baseUrl } = useMember().account
  const reads = useCan('developers.read')
  const calls = reads && baseUrl !== '' ? callsOf(object, baseUrl) : []
  if (calls.length === 0) return null
  const isMasked = calls.some(({ call }) => JSON.stringify(call.body ?? null).includes(MASK))
  const { detail, curl } = developerRequests
  return <CurlFold calls={calls} {...(isMasked ? { hint: `${detail.curlHint} ${curl.hint}` } : {})} />
}
