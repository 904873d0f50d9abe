import { mayShowMessages } from '@/lib/platform/loopback'
import type { ProcessResources } from '@/lib/platform/process'
import type { Messenger } from './messenger'
import { showingMessenger } from './shown-messages'

/**
 * The messenger of this deployment; null where nothing can be sent, and what needs a message is off. Another adapter is
 * chosen here once it exists.
 */
export function openMessenger({
  env,
  database,
}: Pick<ProcessResources, 'env' | 'database'>): Messenger | null {
  return mayShowMessages(env) ? showingMessenger(database, () => new Date()) : null
}
