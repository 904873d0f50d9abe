import type { FastifyInstance } from 'fastify'
import { type EndpointName, endpoints } from '@/lib/contract/endpoints'
import { REQUEST_ID_HEADER } from '@/lib/contract/headers'
import type { ApiOptions } from './api-options'
import { openApiDocument } from './openapi/document'

/** Cache time: the document changes only with a deployment, and an older copy stays correct for this version. */
const CACHE = 'public, max-age=300'

/**
 * Registers `{base_url}/openapi.json`, public and without a key (contract: versioning; decisions). The document
 * describes the routes of this server, so it must be registered before them.
 */
export function installOpenApi(app: FastifyInstance, { urls }: ApiOptions, prefix: string): void {
  const served = new Set<EndpointName>()
  app.addHook('onRoute', ({ url, method }) => {
    for (const name of namesOf(method, url.slice(prefix.length).replace(':id', '{id}'))) served.add(name)
  })
  let text = ''
  app.get(`${prefix}/openapi.json`, async (request, reply) => {
    text ||= JSON.stringify(openApiDocument({ baseUrl: urls.api + prefix, webUrl: urls.web, served }))
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': CACHE,
        // Tools may read the document from any origin, because it contains no private data.
        'access-control-allow-origin': '*',
        [REQUEST_ID_HEADER]: request.id,
      })
      .send(text)
  })
}

function namesOf(method: string | readonly string[], path: string): EndpointName[] {
  const methods = new Set([method].flat())
  const names = Object.keys(endpoints) as EndpointName[] // Object.keys forgets the key type.
  return names.filter((name) => endpoints[name].path === path && methods.has(endpoints[name].method))
}
