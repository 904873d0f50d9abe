import { customerHref } from '@/components/customers/customers-href'
import { PageLink } from '@/components/shell/navigation/page-link'
import { TextLink } from '@/components/ui/text-link'
import { customers } from '@/lib/messages/customers'

/** Renders `Already a customer: Ana García` with a link. `name` is null if only the host knows it. */
export function AlreadyCustomer({ id, name }: { id: string; name: string | null }) {
  const { already, alreadySomebody } = customers.form
  return (
    <span className="wrap-anywhere">
      {already}{' '}
      <TextLink>
        <PageLink href={customerHref({ id })}>
          <bdi>{name ?? alreadySomebody}</bdi>
        </PageLink>
      </TextLink>
    </span>
  )
}
