import { CopyCode, type CurlCall, CurlFold } from '@/components/data/curl'
import { useCan, useMember } from '@/components/data/member'
import { InlineLink } from '@/components/navigation/link-looks'
import { useTexts } from '@/components/texts/texts-provider'
import { Fold } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import type { ReceivedEvent } from '@/lib/dashboard/mirror/shape'
import type { Translate } from '@/lib/messages/translator'
import { drawJson, EventFold, JSON_INDENT } from './event-fold'

export type DevelopersProps = {
  object: unknown
  events: readonly ReceivedEvent[]
  label: string
  /** Message for an object without webhooks, if it raises few. */
  noEvents?: string | undefined
}

export function Developers({ object, events, label, noEvents }: DevelopersProps) {
  const t = useTexts()
  const json = JSON.stringify(object, null, JSON_INDENT)
  return (
    <Fold summary={t('detail.developers')}>
      <CodeBlock
        label={label}
        code={json}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={json} label={t('common.copyThing', { thing: label })} />}
      />
      <ObjectCurl object={object} />
      <div className="flex flex-col gap-2">
        <h3 className="text-base">{t('detail.events')}</h3>
        {events.length === 0 ? <p className="text-muted">{noEvents ?? t('detail.noEvents')}</p> : null}
        {/* A fold has no frame of its own within the section. */}
        <div className="flex flex-col *:rounded-none *:border-x-0 *:border-b-0 *:px-0">
          {events.map((event) => (
            <EventFold key={event.delivery_id} event={event} />
          ))}
        </div>
        <DeliveriesLink object={object} />
      </div>
    </Fold>
  )
}

function DeliveriesLink({ object }: { object: unknown }) {
  const t = useTexts()
  const { hasPanel } = useMember()
  const id = typeof object === 'object' && object !== null && 'id' in object ? object.id : null
  if (!hasPanel || typeof id !== 'string') return null
  return (
    <InlineLink
      className="self-start text-sm"
      href={`/developers/deliveries?object=${encodeURIComponent(id)}`}
    >
      {t('detail.deliveries')}
    </InlineLink>
  )
}

/** Text of every masked contact. */
const MASK = '•••'

export function ObjectCurl({ object }: { object: unknown }) {
  const t = useTexts()
  const { baseUrl } = useMember().account
  const reads = useCan('developers.read')
  const calls = reads && baseUrl !== '' ? callsOf(object, baseUrl, t) : []
  if (calls.length === 0) return null
  const isMasked = calls.some(({ call }) => JSON.stringify(call.body ?? null).includes(MASK))
  return <CurlFold calls={calls} {...(isMasked ? { hint: t('detail.curl.maskedHint') } : {})} />
}

/** Paths of the contract by object type. */
const paths: Readonly<Record<string, string>> = {
  customer: '/customers',
  payment: '/payments',
  payment_link: '/payment_links',
  settlement: '/settlements',
}

/** Returns the calls of an API object: the one that reads it, and those that create, edit or cancel it. */
export function callsOf(object: unknown, baseUrl: string, t: Translate): { label: string; call: CurlCall }[] {
  const fields = fieldsOf(object)
  const { object: kind, id } = fields
  const path = typeof kind === 'string' ? paths[kind] : undefined
  if (path === undefined || typeof id !== 'string') return []
  const read = { baseUrl, method: 'GET', path: `${path}/${encodeURIComponent(id)}` }
  return [
    { label: t('detail.curl.read'), call: read },
    ...changesOf(fields, read.path, t).map(asCall(baseUrl)),
  ]
}

type Change = { label: string; method: 'POST' | 'PATCH'; path: string; body?: unknown }

function changesOf(fields: Record<string, unknown>, own: string, t: Translate): Change[] {
  if (fields.object === 'payment_link') {
    const make: Change = { label: t('detail.curl.make'), method: 'POST', ...making(fields) }
    const isCancelled = fields.status === 'CANCELLED'
    return isCancelled
      ? [make, { label: t('detail.curl.cancel'), method: 'POST', path: `${own}/cancel` }]
      : [make]
  }
  if (fields.object !== 'customer') return []
  const { name, phone, email, notes, external_ref: ref } = fields
  return [
    {
      label: t('detail.curl.make'),
      method: 'POST',
      path: '/customers',
      body: {
        name,
        phone,
        ...(email ? { email } : {}),
        ...(notes ? { notes } : {}),
        ...(ref ? { external_ref: ref } : {}),
      },
    },
    { label: t('detail.curl.edit'), method: 'PATCH', path: own, body: { name, phone, email, notes } },
  ]
}

function asCall(baseUrl: string) {
  return ({ label, ...call }: Change) => ({ label, call: { baseUrl, ...call } })
}

/** Returns the call that creates a link: a charge for a link of a customer. */
function making(link: Record<string, unknown>): { path: string; body: unknown } {
  const { customer_id: customer, title, amount } = link
  if (typeof customer !== 'string') return { path: '/payment_links', body: linkBody(link) }
  return {
    path: `/customers/${encodeURIComponent(customer)}/charges`,
    body: { amount, description: title },
  }
}

function linkBody({ title, amount, description, max_uses, expires_at, metadata }: Record<string, unknown>) {
  return {
    title,
    amount,
    ...(description ? { description } : {}),
    // An absent field would mean a single use.
    max_uses,
    ...(expires_at ? { expires_at } : {}),
    ...(Object.keys(fieldsOf(metadata)).length > 0 ? { metadata } : {}),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // The cast is valid: any object can be indexed by name.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
