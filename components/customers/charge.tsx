import { ChargeDialog } from '@/components/charges/charge-dialog'
import { begun, type FeeSchedule, PARAM } from '@/components/charges/face'
import { useCan } from '@/components/data/member'
import { replaceParams } from '@/components/navigation/query-string'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import { useChangeStatus } from './use-update-customer'

type Props = {
  customer: ShownCustomer
  shown: string
  fees: FeeSchedule | null
  openCase: string | null
}

/** Renders the charge of the address. An archived customer is restored before a new one. */
export function CustomerCharge({ customer, shown, ...charge }: Props) {
  const t = useTexts()
  const { busy, change } = useChangeStatus(customer)
  const mayRestore = useCan('customers.write')
  const isNew = Object.values(begun).some((form) => form === shown)
  if (customer.status === 'ACTIVE' || !isNew) return <ChargeDialog customer={customer} {...charge} />
  return (
    <Dialog
      onClose={close}
      title={t('charge-names.title', { name: customer.name })}
      description={t('customer-detail.archivedSentence')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          {mayRestore ? (
            <Button variant="primary" busy={busy} onClick={() => change('ACTIVE')}>
              {t('customer-detail.restore')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

const close = () => replaceParams({ [PARAM]: null })
