import type { Mailer } from '@/lib/platform/mail/mailer'
import type { JobQueue, Queue } from '@/lib/platform/queue'
import { type FailureNotice, NOTICE_MAIL_JOB, queueFailureNotices } from './failure-notices'
import { mailFailureNotice, type NoticeMailDeps } from './mail-failure-notice'

const FIND_FAILING_JOB: JobQueue = {
  name: 'find-failing-endpoints',
  expireInSeconds: 60,
  retryLimit: 0,
  policy: 'singleton',
}
const EVERY_MINUTE = '* * * * *'

export const FAILURE_NOTICE_JOBS: readonly JobQueue[] = [FIND_FAILING_JOB, NOTICE_MAIL_JOB]

/** Looks for endpoints that keep failing once a minute and mails their notices. Without a mailer nothing is counted or queued. */
export async function scheduleFailureNotices(
  queue: Queue,
  { mailer, ...deps }: Omit<NoticeMailDeps, 'mailer'> & { mailer: Mailer | null },
): Promise<void> {
  if (!mailer) return
  await queue.work(NOTICE_MAIL_JOB.name, (data) =>
    // The queue holds what `queueFailureNotices` wrote.
    mailFailureNotice({ ...deps, mailer }, data as FailureNotice),
  )
  await queue.work(FIND_FAILING_JOB.name, async () => {
    const notices = await queueFailureNotices(deps.database.as('checkout_system'), deps.now())
    if (notices > 0) deps.log.info({ notices }, 'failure notices queued')
  })
  await queue.schedule(FIND_FAILING_JOB.name, EVERY_MINUTE)
}
