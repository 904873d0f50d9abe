import { Mail, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { revealContactAction } from '@/app/(dashboard)/[account]/customers/[customerId]/actions'
import { failureToast } from '@/components/data/failure'
import { useCan } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { CopyMark } from '@/components/data/short-id'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { RevealedContact } from '@/lib/dashboard/schema/customer-detail'
import { customerDetail as copy } from '@/lib/messages/customer-detail'

type Props = {
  customer: ShownCustomer
  /** Phone and e-mail as shown on this page. */
  contact: RevealedContact
  isMasked: boolean
  onRevealed: (contact: RevealedContact) => void
}

/** Renders phone and e-mail with links and copy buttons, or masked with a button that reveals them. */
export function CustomerContact({ customer, contact, isMasked, onRevealed }: Props) {
  const mayReveal = useCan('contacts.reveal')
  const group = useRef<HTMLFieldSetElement>(null)
  const wasMasked = useRef(isMasked)
  useEffect(() => {
    // The focus moves to the group, because the pressed button is gone and focus would return to the top of the page.
    if (wasMasked.current && !isMasked) group.current?.focus()
    wasMasked.current = isMasked
  }, [isMasked])
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={copy.contact}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-sm"
    >
      <ContactLine
        Icon={Phone}
        name={copy.phone}
        value={contact.phone && (contact.phone.dialled ?? contact.phone.shown)}
        shown={contact.phone?.shown}
        none={copy.noPhone}
        href={contact.phone?.dialled ? `tel:${contact.phone.dialled}` : null}
      />
      <ContactLine
        Icon={Mail}
        name={copy.email}
        value={contact.email}
        none={copy.noEmail}
        href={isMasked ? null : `mailto:${contact.email}`}
      />
      {isMasked && mayReveal ? <Reveal id={customer.id} onRevealed={onRevealed} /> : null}
    </fieldset>
  )
}

type LineProps = {
  Icon: typeof Phone
  name: string
  value: string | null
  /** Formatted value, if it differs from the value to copy. */
  shown?: string | undefined
  none: string
  /** Null for a value without a link, such as a masked one. */
  href: string | null
}

function ContactLine({ Icon, name, value, shown = value ?? '', none, href }: LineProps): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{name}</span>
      {value === null ? (
        <span>{none}</span>
      ) : href === null ? (
        <bdi className="tnum wrap-anywhere">{shown}</bdi>
      ) : (
        <>
          <TextLink className="hit tnum wrap-anywhere inline-flex items-center">
            <a href={href}>
              <bdi>{shown}</bdi>
            </a>
          </TextLink>
          <CopyMark value={value} name={name} />
        </>
      )}
    </span>
  )
}

function Reveal({ id, onRevealed }: { id: string } & Pick<Props, 'onRevealed'>) {
  const reveal = useAct(revealContactAction)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    const result = await reveal({ id })
    setBusy(false)
    if (result?.ok) return onRevealed(result.data)
    toast(failureToast(result, { what: copy.revealFailed, retry: () => void press() }))
  }
  return (
    <Button size="sm" title={copy.revealHint} busy={busy} busyLabel={copy.revealing} onClick={press}>
      {copy.reveal}
    </Button>
  )
}
