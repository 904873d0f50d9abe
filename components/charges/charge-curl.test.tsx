import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BaseUrlProvider } from '@/components/data/base-url'
import { OwnPanelProvider } from '@/components/data/own-panel'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { ChargeCurl } from './charge-curl'

const charge = { customer_id: 'cus_1', amount: 25, way: 'CARD', description: null }

function shown(key: string | null, readsCalls = true): string {
  // The cast is safe, because the command uses these fields only.
  const detail = { charge, idempotency_key: key } as unknown as ChargeDetail
  return renderToStaticMarkup(
    <BaseUrlProvider baseUrl="https://api.example.com/api/v1">
      <OwnPanelProvider hasPanel={false} readsCalls={readsCalls}>
        <ChargeCurl detail={detail} />
      </OwnPanelProvider>
    </BaseUrlProvider>,
  )
}

test('a sent charge is shown as a command with its own key to members who may read API calls', () => {
  const html = shown('charge-1').replaceAll(/<[^>]*>/g, '')
  expect(html).toContain('/customers/cus_1/charges')
  expect(html).toContain('Idempotency-Key: charge-1')
  expect(html).toContain('$API_KEY')
  expect(shown(null)).toBe('')
  expect(shown('charge-1', false)).toBe('')
})
