'use client'

import { useState } from 'react'
import { finishReviewAction } from '@/app/(auth)/sign-up/actions'
import { useActionForm } from '@/components/data/use-action-form'
import { signOutTo } from '@/components/navigation/sign-out'
import { useGo } from '@/components/navigation/use-go'
import { AuthForm, AuthFrame } from '@/components/sign-in/auth-form'
import { exactTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { ChoiceGroup } from '@/components/ui/choice'
import {
  type EndedSession,
  type Review,
  type ReviewItem,
  type ReviewOutcome,
  reviewKinds,
} from '@/lib/dashboard/schema/review'
import { invitation } from '@/lib/messages/invitation'
import { review as copy } from '@/lib/messages/review'

/** Renders what existed before the user's address was verified, with a decision for each thing: drop, unless it is kept. */
export function ReviewForm({ email, review: first }: { email: string; review: Review }) {
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
    noAnswer: copy.noAnswer,
  })

  const choose = (id: string, isKept: boolean) =>
    setKept((before) => [...before.filter((one) => one !== id), ...(isKept ? [id] : [])])

  return (
    <AuthFrame
      title={copy.title}
      lead={copy.lead(email)}
      foot={
        <button type="button" className="underline" onClick={() => signOutTo('/sign-in')}>
          {invitation.signOut}
        </button>
      }
    >
      {reviewKinds.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind)
        return ofKind.length === 0 ? null : (
          <section key={kind} aria-labelledby={kind} className="flex flex-col gap-3">
            <div>
              <h2 id={kind} className="text-lg">
                {copy.kinds[kind]}
              </h2>
              <p className="text-muted text-sm">{copy.hints[kind]}</p>
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
      <AuthForm form={form} submit={copy.submit(drop.length)} busyLabel={copy.busy} failed={copy.failed}>
        {Object.keys(failures).length > 0 ? (
          <Banner tone="danger" title={copy.left} announce>
            {copy.leftHint}
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
  const when = exactTime(at, 'UTC')
  const [made, madeBy] = kind === 'member' ? [copy.joined, copy.invitedBy] : [copy.at, copy.by]
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-muted text-sm">{detail}</p>
        <p className="text-muted text-sm">{by === null ? made(when) : madeBy(by, when)}</p>
        {failure ? <p className="text-danger text-sm">{failure}</p> : null}
      </div>
      <ChoiceGroup
        legend={copy.choiceOf(name)}
        isNamedBeside
        fills
        name={id}
        value={isKept ? 'keep' : 'drop'}
        options={[
          { value: 'drop', label: copy.drop },
          { value: 'keep', label: copy.keep },
        ]}
        onChange={(value) => choose(id, value === 'keep')}
      />
    </li>
  )
}

/** Renders the ways to sign in that the verification has ended. */
function Ended({ sessions }: { sessions: readonly EndedSession[] }) {
  return (
    <section aria-labelledby="ended" className="flex flex-col gap-1.5">
      <h2 id="ended" className="text-lg">
        {copy.endedTitle}
      </h2>
      <p className="text-muted text-sm">{copy.ended}</p>
      <ul className="list-disc pl-5 text-muted text-sm">
        {sessions.map(({ id, browser, system, address, at }) => (
          <li key={id} className="wrap-anywhere">
            {copy.endedSession(browser, system, address, exactTime(at, 'UTC'))}
          </li>
        ))}
      </ul>
    </section>
  )
}
