import type { Environment } from '@/lib/platform/env'
import { mayShowMessages } from '@/lib/platform/loopback'
import type { Mailer } from './mailer'
import { smtpMailer } from './smtp-mailer'

type MailSettings = Pick<Environment, 'MAIL_URL' | 'MAIL_FROM' | 'TEST_MODE' | 'HOST' | 'WEB_URL'>

/** Returns whether this deployment sends or shows mail; without either, every flow that needs mail is off. */
export function hasMail(env: MailSettings): boolean {
  return env.MAIL_URL !== undefined || mayShowMessages(env)
}

/** Returns whether this deployment shows its mail instead of sending it. */
export function showsMail(env: MailSettings): boolean {
  return env.MAIL_URL === undefined && mayShowMessages(env)
}

/**
 * Returns the mailer of this deployment: SMTP if MAIL_URL is set, else one that shows mail in test mode on loopback,
 * else null.
 */
export function openMailer(env: MailSettings): Mailer | null {
  if (env.MAIL_URL && env.MAIL_FROM) return smtpMailer({ url: env.MAIL_URL, from: env.MAIL_FROM })
  return mayShowMessages(env) ? showingMailer : null
}

/** Sends nothing: `operator outbox` lists the mail from its table. */
const showingMailer: Mailer = { outcome: 'SHOWN', send: async () => {} }
