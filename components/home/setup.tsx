'use client'

import { Circle, CircleCheck } from 'lucide-react'
import { useCan, useMember } from '@/components/data/member'
import { PageLink } from '@/components/navigation/page-link'
import { Card } from '@/components/ui/card'
import type { SetupSteps } from '@/lib/dashboard/schema/overview'
import { home } from '@/lib/messages/home'

const copy = home.setup

type Props = {
  steps: SetupSteps
  /** True in test mode, in which a test card pays. */
}

/** Renders the steps of a new account to its first payment. Each links to its page and is checked once it is done. */
export function Setup({ steps }: Props) {
  const { testMode: isTest } = useMember().account
  const mayCreate = useCan('links.create')
  const mayInvite = useCan('team.manage')
  const rows = [
    { done: steps.webhook, href: '/settings/webhook', title: copy.webhook, hint: copy.webhookHint },
    { done: steps.link, href: mayCreate ? '/links/new' : '/links', title: copy.link, hint: copy.linkHint },
    { done: false, href: '/links', title: copy.pay, hint: isTest ? copy.payTestHint : copy.payHint },
    {
      done: steps.customer,
      href: mayCreate ? '/customers/new' : '/customers',
      title: copy.customer,
      hint: copy.customerHint,
    },
    ...(mayInvite
      ? [
          {
            done: steps.invitation,
            href: '/settings/team',
            title: copy.invitation,
            hint: copy.invitationHint,
          },
        ]
      : []),
  ]
  return (
    <Card title={copy.title}>
      <p className="text-muted">{copy.lead}</p>
      <ol className="-mx-2 mt-3 flex flex-col">
        {rows.map(({ done, href, title, hint }) => {
          const Icon = done ? CircleCheck : Circle
          return (
            <li key={title}>
              <PageLink
                href={href}
                className="flex items-start gap-3 rounded-md px-2 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Icon
                  aria-hidden
                  className={`mt-0.5 size-5 shrink-0 ${done ? 'text-success' : 'text-muted'}`}
                />
                <span className="min-w-0">
                  <span className="block font-medium">
                    {title}
                    <span className="sr-only">: {done ? copy.done : copy.todo}</span>
                  </span>
                  <span className="block text-muted text-sm">{hint}</span>
                </span>
              </PageLink>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
