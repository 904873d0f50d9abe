'use client'

import { useState } from 'react'
import { finishReviewAction } from '@/app/(auth)/sign-up/actions'
import { useActionForm } from '@/components/data/use-action-form'
import { signOutTo } from '@/components/navigation/sign-out'
import { useGo } from '@/components/navigation/use-go'
import { AuthForm, AuthFrame } from '@/components/sign-in/auth-form'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { exactTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { ChoiceGroup } from '@/components/ui/choice'
import {
  type EndedSession,
  type Review,
  type ReviewItem,
  type ReviewOutcome,
  reviewKinds,
} from '@/lib/dashboard/team/shape'
import { dateLocaleOf } from '@/lib/domain/languages'

/** Renders what existed before the user's address was verified, with a decision for each thing: drop, unless it is kept. */
export function ReviewForm({ email, review: first }: { email: string; review: Review }) {
  const t = useTexts()
  const go = useGo()
  const [{ items, sessions }, setReview] = useState(first)
  const [kept, setKept] = useState<readonly string[]>([])
  const [failures, setFailures] = useState<ReviewOutcome['failures']>({})
  const drop = items.filter(({ id }) => !kept.includes(id)).map(({ id }) => id)

  const form = useActionForm({
    fields: [],
    act: () => finishReviewAction({ keep: [...kept], drop }),
    onDone: (outcome) => {
      if (outcome.review === null) return go('/', { replace: true, whenBack: true })
      form.unlock()
      setReview(outcome.review)
      setFailures(outcome.failures)
    },
    noAnswer: t('review.noAnswer'),
  })

  const choose = (id: string, isKept: boolean) =>
    setKept((before) => [...before.filter((one) => one !== id), ...(isKept ? [id] : [])])

  return (
    <AuthFrame
      title={t('review.title')}
      lead={t('review.lead', { email })}
      foot={
        <button type="button" className="underline" onClick={() => signOutTo('/sign-in')}>
          {t('sign-in.signOut')}
        </button>
      }
    >
      {reviewKinds.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind)
        return ofKind.length === 0 ? null : (
          <section key={kind} aria-labelledby={kind} className="flex flex-col gap-3">
            <div>
              <h2 id={kind} className="text-lg">
                {t(`review.kinds.${kind}`)}
              </h2>
              <p className="text-muted text-sm">{t(`review.hints.${kind}`)}</p>
            </div>
            <ul className="flex flex-col divide-y divide-border">
              {ofKind.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  isKept={kept.includes(item.id)}
                  failure={failures[item.id]}
                  choose={choose}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <Ended sessions={sessions} />
      <AuthForm
        form={form}
        submit={t('review.submit', { drops: drop.length })}
        busyLabel={t('review.busy')}
        failed={t('review.failed')}
      >
        {Object.keys(failures).length > 0 ? (
          <Banner tone="danger" title={t('review.left')} announce>
            {t('review.leftHint')}
          </Banner>
        ) : null}
      </AuthForm>
    </AuthFrame>
  )
}

type RowProps = {
  item: ReviewItem
  isKept: boolean
  failure: string | undefined
  choose: (id: string, isKept: boolean) => void
}

function ItemRow({ item: { id, kind, name, detail, by, at }, isKept, failure, choose }: RowProps) {
  const t = useTexts()
  const when = useUtcTime()(at)
  const isMember = kind === 'member'
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-muted text-sm">{detail}</p>
        <p className="text-muted text-sm">
          {by === null
            ? t(isMember ? 'review.joined' : 'review.at', { at: when })
            : t(isMember ? 'review.invitedBy' : 'review.by', { name: by, at: when })}
        </p>
        {failure ? <p className="text-danger text-sm">{failure}</p> : null}
      </div>
      <ChoiceGroup
        legend={t('review.choiceOf', { name })}
        isNamedBeside
        fills
        name={id}
        value={isKept ? 'keep' : 'drop'}
        options={[
          { value: 'drop', label: t('review.drop') },
          { value: 'keep', label: t('review.keep') },
        ]}
        onChange={(value) => choose(id, value === 'keep')}
      />
    </li>
  )
}

function Ended({ sessions }: { sessions: readonly EndedSession[] }) {
  const t = useTexts()
  const utcTime = useUtcTime()
  const nameOf = ({ browser, system }: EndedSession) => {
    const name = browser ?? t('review.unknownBrowser')
    return system ? t('review.browserOn', { browser: name, system }) : name
  }
  return (
    <section aria-labelledby="ended" className="flex flex-col gap-1.5">
      <h2 id="ended" className="text-lg">
        {t('review.endedTitle')}
      </h2>
      <p className="text-muted text-sm">{t('review.ended')}</p>
      <ul className="list-disc pl-5 text-muted text-sm">
        {sessions.map((session) => (
          <li key={session.id} className="wrap-anywhere">
            {t('review.endedSession', {
              browser: [nameOf(session), session.address].filter(Boolean).join(', '),
              at: utcTime(session.at),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the format of a moment outside every account. */
function useUtcTime(): (iso: string) => string {
  const locale = dateLocaleOf(useReader())
  return (iso) => exactTime(iso, 'UTC', locale)
}
