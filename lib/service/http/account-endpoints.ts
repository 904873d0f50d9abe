import type { FastifyInstance } from 'fastify'
import { renderAccount } from '@/lib/service/accounts/account-row'
import { serve } from './endpoint'

/** Registers the endpoint of the contract's account. */
export function accountEndpoints(api: FastifyInstance): void {
  serve(api, 'getAccount', async ({ account, deployment }) => renderAccount(account, deployment))
}
