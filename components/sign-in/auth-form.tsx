'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, ReactNode } from 'react'
import { chooseLanguageAction } from '@/app/(auth)/actions'
import { FailureBanner } from '@/components/data/failure'
import type { ActionForm } from '@/components/data/use-action-form'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useGo } from '@/components/navigation/use-go'
import { Mark, TabTitle } from '@/components/page/message-page'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { type Language, languages } from '@/lib/domain/languages'
import { PRODUCT } from '@/lib/messages/product'

type Props = {
  form: Pick<ActionForm, 'props' | 'failure' | 'submit'>
  submit: ReactNode
  busyLabel: string
  /** Title of a failure, if its message does not contain it. */
  failed?: string
  /** Address under which password managers store the new password; shown nowhere. */
  username?: string
  look?: Pick<ComponentProps<typeof Button>, 'variant' | 'Icon'>
  children?: ReactNode
}

/** Renders a form outside the dashboard: its fields, its failure below them, in view of the submit button, and that button. */
export function AuthForm({ form, submit, busyLabel, failed, username, look, children }: Props) {
  return (
    <form {...form.props} className="flex flex-col gap-4.5">
      {username === undefined ? null : (
        <input type="email" name="email" autoComplete="username" value={username} readOnly hidden />
      )}
      {children}
      <FailureBanner title={failed} failure={form.failure} />
      <Button {...form.submit} {...look} busyLabel={busyLabel} className="min-h-10 justify-center">
        {submit}
      </Button>
    </form>
  )
}

/** Returns a function that signs a new user in and opens a path; without a session it opens the sign-in. */
export function useEnter(): (
  credentials: { email: string; password: string },
  path: string,
) => Promise<void> {
  const go = useGo()
  return async (credentials, path) => {
    const isSignedIn = (await startSession(credentials)) === 'signed_in'
    go(isSignedIn ? path : '/sign-in', { replace: true, whenBack: true })
  }
}

const reasons = ['too_many_attempts', 'two_step_required', 'wrong_code', 'unavailable'] as const

/** Result of a sign-in attempt. None of them reveals if the e-mail exists. */
export type SessionStart =
  | (typeof reasons)[number]
  | 'signed_in'
  | 'wrong'
  /** The server refused the page's address; `refused` is any other refusal, as by a proxy. */
  | 'foreign_origin'
  | 'refused'
  | 'unreachable'

type Credentials = { email: string; password: string; code?: string } | { response: string }

/** Starts a session of this browser by a password with the code of two-step sign-in, or by a passkey's response as JSON. */
export async function startSession(values: Credentials): Promise<SessionStart> {
  try {
    const token = await fetch('/api/auth/csrf')
    if (!token.ok) return failureOf(token.status)
    const { csrfToken } = await token.json()
    const body = new URLSearchParams({ ...values, csrfToken, json: 'true' })
    const response = await fetch(`/api/auth/callback/${'response' in values ? 'passkey' : 'credentials'}`, {
      method: 'POST',
      body,
    })
    const { url, error } = await response.json().catch(() => ({}))
    // A response without a URL is not one of next-auth.
    if (typeof url !== 'string')
      return error?.code === 'foreign_origin' ? error.code : failureOf(response.status)
    const reason = new URL(url).searchParams.get('error')
    if (response.ok && reason === null) return 'signed_in'
    return reasons.find((known) => known === reason) ?? 'wrong'
  } catch {
    return 'unreachable'
  }
}

function failureOf(status: number): 'refused' | 'unavailable' {
  return status < 500 ? 'refused' : 'unavailable'
}

type AuthFrameProps = {
  title: string
  tab?: string
  lead?: ReactNode
  children?: ReactNode
  /** Main link of a page without a form. */
  link?: { href: string; label: string }
  foot?: ReactNode
  /** True for the result of an action. Its title is announced. */
  announce?: boolean
}

/** Renders the frame of pages without a session. It is fixed at the top, so an error moves only the content below it. */
export function AuthFrame({ title, tab = title, lead, children, link, foot, announce }: AuthFrameProps) {
  const t = useTexts()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col gap-6 px-4 pt-[max(2rem,14vh)] pb-12">
      <TabTitle name={tab} />
      <p className="flex items-center justify-center gap-2.5 font-semibold text-lg tracking-tight">
        <Mark className="size-7" />
        {PRODUCT}
      </p>
      <div className="flex flex-col gap-6 rounded-xl bg-surface px-5 py-7 shadow-card sm:px-8 sm:py-8">
        <header {...(announce ? { role: 'status' } : {})}>
          <h1 className="text-xl">{title}</h1>
          {lead ? <p className="mt-0.5 wrap-anywhere text-muted">{lead}</p> : null}
        </header>
        <noscript>
          <Banner tone="warning" title={t('sign-in.needsScripts')} />
        </noscript>
        {link ? (
          <ButtonLink variant="primary" className="min-h-10" href={link.href}>
            {link.label}
          </ButtonLink>
        ) : null}
        {children}
      </div>
      {foot ? <div className="text-balance text-center text-muted text-sm">{foot}</div> : null}
      <LanguageSwitch />
    </main>
  )
}

const choices = Object.keys(languages) as Language[] // Object.keys forgets the key type.

/** Renders the languages below a page without a session. The server keeps the choice; typed text stays. */
function LanguageSwitch() {
  const t = useTexts()
  const { language: current } = useReader()
  const router = useRouter()
  const choose = async (language: Language) => {
    const result = await chooseLanguageAction({ language }).catch(() => null)
    if (result?.ok) router.refresh()
  }
  return (
    <nav aria-label={t('language.title')} className="mt-auto flex justify-center gap-x-4 text-sm">
      {choices.map((language) => (
        <button
          key={language}
          type="button"
          lang={languages[language].locale}
          aria-current={language === current}
          onClick={() => choose(language)}
          className="hit text-muted underline underline-offset-4 aria-current:text-text aria-current:no-underline"
        >
          {languages[language].name}
        </button>
      ))}
    </nav>
  )
}
