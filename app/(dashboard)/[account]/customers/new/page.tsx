import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { CustomerForm } from '@/components/customers/form'
import { PageHeader } from '@/components/page/page-header'
import { PHONE_TEXT_MAX } from '@/lib/contract/limits'
import { phoneFromQuery } from '@/lib/domain/phone'

export default memberPage('customers.write', async ({ search: { phone }, t }) => {
  const begun = typeof phone === 'string' ? phoneFromQuery(phone).slice(0, PHONE_TEXT_MAX) : ''
  return (
    <>
      <PageHeader
        back={{ href: '/customers', label: t('customers.title') }}
        title={t('customers.form.title')}
        lead={t('customers.form.lead')}
      />
      <CustomerForm key={begun} phone={begun} />
    </>
  )
})
