import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { CustomerForm } from '@/components/customers/form'
import { PageHeader } from '@/components/page/page-header'
import { PHONE_TEXT_MAX } from '@/lib/contract/limits'
import { phoneFromQuery } from '@/lib/domain/phone'
import { customers } from '@/lib/messages/customers'

/** Creates a customer; `?phone=` fills in a searched phone. */
export default memberPage('customers.write', ({ search: { phone } }) => {
  const begun = typeof phone === 'string' ? phoneFromQuery(phone).slice(0, PHONE_TEXT_MAX) : ''
  const { title, lead } = customers.form
  return (
    <>
      <PageHeader back={{ href: '/customers', label: customers.title }} title={title} lead={lead} />
      <CustomerForm key={begun} phone={begun} />
    </>
  )
})
