import { mayShowMessages } from '@/lib/platform/env'
import type { ProcessResources } from '@/lib/platform/process'
import type { Messenger } from './messenger'
import { showingMessenger } from './shown-messages'

/**
 * Returns the messenger of this deployment; null if nothing can be sent, and features that need a message are off.
 * Further adapters are chosen here.
 */
export function openMessenger({
  env,
  database,
}: Pick<ProcessResources, 'env' | 'database'>): Messenger | null {
  return mayShowMessages(env) ? showingMessenger(database, () => new Date()) : null
}
