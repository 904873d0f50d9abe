import { notFound } from 'next/navigation'
import { createLinkAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { CreateLinkForm } from '@/components/links/create-link-form'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { LINK_TITLE_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirroredLink } from '@/lib/dashboard/links/mirrored-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A new link; `?from=` begins as a copy of another, `?renew=` as one that has expired, `?amount=&title=` as told. */
export default async function NewLinkPage({ searchParams }: Props) {
  const { role, ctx } = await signedIn()
  const { from, renew, amount, title: given } = await searchParams
  const words = links.form
  const source = await sourceLink(ctx, renew ?? from)
  const [title, lead] = !source
    ? [words.title, words.lead]
    : renew
      ? [words.renewTitle, words.renewLead(source.title)]
      : [words.duplicateTitle, words.duplicateLead(source.title)]
  const prefill = { amount: readAmount(amount), title: readTitle(given) }
  const back = source
    ? { href: `/links/${encodeURIComponent(source.id)}`, label: source.title }
    : { href: '/links', label: links.title }
  return (
    <>
      <PageHeader back={back} title={title} lead={lead} />
      {can(role, 'links.create') ? (
        <CreateLinkForm
          key={source?.id ?? 'new'}
          currency={ctx.account.currency}
          merchant={{
            name: ctx.account.name,
            email: ctx.account.contact_email,
            phone: ctx.account.contact_phone,
          }}
          testMode={ctx.account.test_mode === true}
          backHref={back.href}
          owner={`${ctx.userId}:${ctx.connectionId}`}
          {...(source ? { source } : given || amount ? { prefill } : {})}
          create={createLinkAction}
        />
      ) : (
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      )}
    </>
  )
}

/** Major units of an address, or null: whoever follows it checks the form before anything is made. */
function readAmount(text: string | string[] | undefined): number | null {
  return typeof text === 'string' && /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null
}

function readTitle(text: string | string[] | undefined): string {
  return typeof text === 'string' ? text.slice(0, LINK_TITLE_MAX) : ''
}

async function sourceLink(ctx: ConnectionContext, id: string | string[] | undefined) {
  if (typeof id !== 'string' || id === '') return null
  return mirroredLink(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
}
