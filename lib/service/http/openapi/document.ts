import type { FastifyInstance } from 'fastify'
import { type EndpointName, endpoints } from '@/lib/contract/endpoints'
import {
  API_KEY_PREFIX,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
  SIGNING_SECRET_PREFIX,
} from '@/lib/contract/headers'
import {
  CONCURRENCY_PER_KEY,
  RATE_LIMIT_BURST,
  RATE_LIMIT_PER_SECOND,
  SIGNATURE_TOLERANCE_S,
} from '@/lib/contract/limits'
import type { ApiOptions } from '@/lib/service/http/call'
import type { JsonSchema } from './json-schema'
import { operationOf, parameterComponents, tags, webhooksOf } from './operations'
import { errorComponent, headerComponents } from './responses'

/** Returns the OpenAPI 3.1 description of every endpoint, as plain JSON values. */
export function openApiDocument({ baseUrl, webUrl }: { baseUrl: string; webUrl: string }) {
  const components = new Map<string, JsonSchema>()
  const paths: Record<string, Record<string, object>> = {}
  // Object.keys forgets the key type.
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { path, method } = endpoints[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, components) }
  }
  const webhooks = webhooksOf(components)
  components.set('Error', errorComponent(components))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Checkout Payments API',
      version: '1',
      summary: 'Payment links, customers with a saved card, charges, and signed webhooks.',
      description: description(webUrl),
    },
    externalDocs: { url: `${webUrl}/docs`, description: 'Guides and this reference to read' },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: parameterComponents,
      headers: headerComponents,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}<secret>`,
          description: `An API key of the account: \`Authorization: Bearer ${API_KEY_PREFIX}<secret>\`.`,
        },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: SIGNATURE_HEADER,
          description: `\`t=<unix seconds>,v1=<hex>\`: HMAC-SHA256 of \`<t>.<raw body>\`, keyed with the whole \`${SIGNING_SECRET_PREFIX}…\` string. Refuse it when \`t\` is more than ${SIGNATURE_TOLERANCE_S} seconds away.`,
        },
      },
    },
  }
}

function description(webUrl: string): string {
  return [
    'Amounts are decimal numbers in major units of the account’s currency. Dates are ISO 8601 in UTC. Ids are opaque strings. Ignore fields that you do not know: new ones may be added within this version.',
    'Bodies are one JSON object in UTF-8 with `Content-Type: application/json`. Unknown body fields are refused; unknown query parameters are ignored.',
    `Errors always have the body \`{"error": {type, code, message, details}}\`. Limits: ${RATE_LIMIT_PER_SECOND} requests a second and key, bursts of ${RATE_LIMIT_BURST}, ${CONCURRENCY_PER_KEY} under way at once, unless this deployment sets others.`,
    `Guides: [quick start](${webUrl}/docs/quick-start), [charges and unresolved outcomes](${webUrl}/docs/charges), [verifying webhooks](${webUrl}/docs/webhooks), [what we decided](${webUrl}/docs/decisions).`,
  ].join('\n\n')
}

/** Cache time: the document changes only with a deployment, and an older copy stays correct for this version. */
const CACHE = 'public, max-age=300'

/** Registers `{base_url}/openapi.json`, public and without a key (contract: versioning; decisions). */
export function installOpenApi(app: FastifyInstance, { urls }: ApiOptions, prefix: string): void {
  const text = JSON.stringify(openApiDocument({ baseUrl: urls.api + prefix, webUrl: urls.web }))
  app.get(`${prefix}/openapi.json`, async (request, reply) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': CACHE,
        // Tools may read the document from any origin, because it contains no private data.
        'access-control-allow-origin': '*',
        [REQUEST_ID_HEADER]: request.id,
      })
      .send(text),
  )
}
