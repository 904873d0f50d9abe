import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyReference } from '@/components/pay/outcome/pay-end'
import { shortened } from '@/lib/domain/text'
import { PRODUCT } from '@/lib/messages/product'
import type { Translate } from '@/lib/messages/translator'
import { LanguageSwitch, type SwitchTexts } from './language-switch'

type Props = {
  testMode: boolean
  texts: SwitchTexts
  /** The merchant, the description and the amount. Without it the page is a single centered message. */
  aside?: ReactNode
  help?: ReactNode
  /** Id by which the merchant finds this link; null if the page shows a payment's or has none. */
  reference?: string | null
  children: ReactNode
}

/** Renders the frame of payers' pages: one column on a phone, two halves on a desktop. The document keeps the phone's order. */
export function PayLayout({ testMode, texts, aside, help, reference = null, children }: Props) {
  const band = testMode ? <PayTestBand t={texts.t} /> : null
  if (!aside) {
    return (
      <>
        {band}
        <div className="flex min-h-dvh flex-col px-4">
          <main className="flex flex-1 flex-col items-center justify-center py-12">
            <div className="w-full max-w-[27rem] rounded-xl bg-surface p-6 shadow-card sm:p-8">
              {children}
            </div>
          </main>
          <Foot texts={texts} className="mx-auto pb-6" />
        </div>
      </>
    )
  }
  return (
    <>
      {band}
      <main className="mx-auto flex min-h-dvh w-full max-w-[29rem] flex-col px-4 pt-11 pb-6 sm:pt-16 lg:grid lg:max-w-none lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:p-0">
        <div className="min-w-0 lg:w-full lg:max-w-[30rem] lg:justify-self-end lg:pt-[max(4.5rem,11vh)] lg:pr-16 lg:pl-8 xl:pr-24">
          {aside}
        </div>
        <div className="mt-6 min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:border-l lg:bg-surface">
          <div className="rounded-xl bg-surface p-4 max-lg:shadow-card sm:p-6 lg:max-w-[35rem] lg:rounded-none lg:px-16 lg:pt-[max(4.5rem,11vh)] lg:pb-16 xl:px-24">
            {children}
          </div>
        </div>
        {help ? (
          <div className="mt-8 min-w-0 lg:col-start-1 lg:row-start-2 lg:w-full lg:max-w-[30rem] lg:justify-self-end lg:pr-16 lg:pl-8 xl:pr-24">
            {help}
          </div>
        ) : null}
        <div className="mt-auto pt-8 lg:col-start-1 lg:row-start-3 lg:w-full lg:max-w-[30rem] lg:self-end lg:justify-self-end lg:pr-16 lg:pb-10 lg:pl-8 xl:pr-24">
          <Foot texts={texts} reference={reference} />
        </div>
      </main>
    </>
  )
}

type FootProps = { texts: SwitchTexts; className?: string; reference?: string | null }

function Foot({ texts, className, reference = null }: FootProps) {
  const { t } = texts
  return (
    <div className={`flex flex-wrap items-center gap-x-1 text-muted text-xs ${className ?? ''}`}>
      {t('pay.poweredBy')}
      <span className="me-3 font-semibold text-text">{PRODUCT}</span>
      <LanguageSwitch {...texts} />
      {reference === null ? null : (
        <span className="flex basis-full items-center gap-1 print:hidden">
          {t('pay.reference')}
          <code title={reference} className="font-mono">
            {shortened(reference)}
          </code>
          <CopyReference id={reference} t={t} />
        </span>
      )}
    </div>
  )
}

/** Renders the test mode band with the payer's copy: a line at the window's edge with a tab below it. Takes no height. */
export function PayTestBand({ t }: { t: Translate }) {
  return (
    <header className="absolute inset-x-0 top-0 z-10 print:hidden">
      <div className="h-[3px] bg-test-line" />
      <p className="mx-auto w-fit rounded-b-md bg-test px-3 py-0.5 text-center text-on-test text-xs">
        <strong className="font-semibold">{t('pay.testMode')}</strong>
        <span aria-hidden> · </span>
        <span className="sr-only">: </span>
        {t('pay.testModeHint')}
      </p>
    </header>
  )
}

export function MerchantHead({ name }: { name: string }) {
  return (
    <p className="flex items-start gap-3.5">
      <span
        aria-hidden
        className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-on-accent text-xl lg:size-12"
      >
        {Array.from(name.trim())[0]?.toUpperCase()}
      </span>
      <span
        dir="auto"
        className="wrap-anywhere min-w-0 self-center text-left font-semibold text-xl tracking-tight lg:text-2xl"
      >
        {name}
      </span>
    </p>
  )
}

export function MerchantHelp(props: ContactProps) {
  return (
    <section className="flex flex-col gap-1 border-t pt-4 print:hidden">
      <MerchantContact {...props} />
    </section>
  )
}

type ContactProps = { merchant: PayMerchant; t: Translate }

export function MerchantContact({ merchant: { name, email, phone }, t }: ContactProps) {
  const link = 'hit wrap-anywhere inline-flex max-w-full items-center gap-2 text-text hover:underline'
  const icon = 'size-4 shrink-0 text-muted'
  return (
    <>
      <p className="wrap-anywhere text-sm">
        <span className="font-medium">{t('pay.questions')}</span>{' '}
        <bdi className="text-muted">{t('pay.askMerchant', { merchant: name })}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a className={link} href={`mailto:${email}`}>
          <Mail aria-hidden className={icon} />
          {email}
        </a>
        {phone ? (
          <a className={link} href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>
            <Phone aria-hidden className={icon} />
            <bdi className="whitespace-nowrap">{phone}</bdi>
          </a>
        ) : null}
      </p>
    </>
  )
}

export type PayMerchant = { name: string; email: string; phone: string | null }

type PaySummaryProps = {
  title: string
  description: string | null
  amount: string
  currency: string
  note?: ReactNode
  /** True if the link takes no payment any more. The amount is muted. */
  over?: boolean
  as?: 'h1' | 'p'
}

/** Renders the description and the amount; also the preview of a new link. */
export function PaySummary({
  title,
  description,
  amount,
  currency,
  note,
  over = false,
  as: Title = 'h1',
}: PaySummaryProps) {
  return (
    <div className="flex flex-col gap-1">
      <Title
        dir="auto"
        className="wrap-anywhere text-pretty text-left font-normal text-lg text-muted tracking-normal"
      >
        {title}
      </Title>
      <p
        className={`tnum wrap-anywhere font-semibold text-3xl tracking-tight lg:text-[2.75rem] lg:leading-[3.25rem] ${over ? 'text-muted' : ''}`}
      >
        <bdi>
          {amount} <span className="font-normal text-lg text-muted">{currency}</span>
        </bdi>
      </p>
      {description ? (
        <p
          dir="auto"
          className="mt-2 wrap-anywhere whitespace-pre-line text-pretty text-left text-muted lg:text-lg"
        >
          {description}
        </p>
      ) : null}
      {note ? <div className="mt-3 text-balance text-muted text-sm">{note}</div> : null}
    </div>
  )
}
