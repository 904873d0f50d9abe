import { startDeployment } from '@/test/chaos/deployment'
import { stripeEnvironment } from '@/test/chaos/stripe-environment'
import { startStripeDouble } from '@/test/stripe/double'

/** Deployment in live mode whose processor is a double of Stripe, with one merchant that accepts payments. */
export interface StripeDeployment {
  webUrl: string
  /** Address of the fake of Stripe.js. */
  scriptUrl: string
  /** Slug and name of the merchant's account. */
  slug: string
  merchant: string
  /** Calls the API with the merchant's key. */
  callApi(method: string, path: string, body?: unknown): Promise<Response>
  stop(): Promise<void>
}

const MERCHANT = 'Casa Verde'

/** Starts the three processes over a database of their own, and the double. */
export async function startStripeDeployment(): Promise<StripeDeployment> {
  const double = await startStripeDouble({ secretKey: 'sk_live_double' })
  const deployment = await startDeployment({
    count: { api: 1, worker: 1, web: 1 },
    env: stripeEnvironment(double),
  })
  // The command's own output, which its tests describe.
  const account = (await deployment.operator(
    ...['account', 'create', '--name', MERCHANT, '--email', 'hi@casa.test', '--currency', 'USD'],
    ...['--timezone', 'America/New_York', '--country', 'US'],
  )) as { slug: string; api_key: string }
  return {
    webUrl: deployment.webUrl,
    scriptUrl: double.jsUrl,
    slug: account.slug,
    merchant: MERCHANT,
    callApi: (method, path, body) =>
      fetch(`${deployment.apiUrl}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async stop() {
      await deployment.stop()
      await double.close()
    },
  }
}
