import type { Metadata } from 'next'
import { createLinkAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { CreateLinkForm } from '@/components/links/create-link-form'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { can } from '@/lib/dashboard/team/can'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'

export const metadata: Metadata = { title: links.form.title }

export default async function NewLinkPage() {
  const { role, ctx } = await signedIn()
  return (
    <>
      <PageHeader
        back={{ href: '/links', label: links.title }}
        title={links.form.title}
        lead={links.form.lead}
      />
      {can(role, 'links.create') ? (
        <CreateLinkForm
          currency={ctx.account.currency}
          merchantName={ctx.account.name}
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
