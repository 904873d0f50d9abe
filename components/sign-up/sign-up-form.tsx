'use client'

import { useEffect, useState } from 'react'
import { completeSignUpAction, openAccountAction, signUpAction } from '@/app/(auth)/sign-up/actions'
import { useActionForm } from '@/components/data/use-action-form'
import { InlineLink } from '@/components/navigation/link-looks'
import { useGo } from '@/components/navigation/use-go'
import { AuthForm, AuthFrame, useEnter } from '@/components/sign-in/auth-form'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { type BoundField, Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { accountPath } from '@/lib/dashboard/account-address'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { countryName, dateFormat } from '@/lib/domain/formatters'
import type { CountryChoice } from './country-choices'

const personNames = ['name', 'email'] as const
const passwordNames = ['password'] as const
const businessNames = ['business_name', 'country', 'currency', 'timezone'] as const
type BusinessName = (typeof businessNames)[number]
type FieldName = (typeof personNames)[number] | 'password' | BusinessName
/** Values of the form; it has the fields of a person, and a password, only if it asks for them. */
type Typed = Record<FieldName, string>
type FieldOf = (name: FieldName) => BoundField

/** Result of the form: an open account, or a mail that leads on; its path is known where mail is shown. */
type Opened = { slug: string } | { mailLeadsTo: string | null }

type Props = {
  /** True if the deployment moves no real money. */
  isTest: boolean
  /** A new user with their business, who chooses a password here or by mail, or the business of a signed-in member. */
  opens: 'person' | 'mailed person' | 'business'
  countries: readonly CountryChoice[]
  currencies: readonly string[]
}

/**
 * Renders the page that opens an account. By mail its response is the same for the address of a user, and the mailed link
 * opens the account; otherwise a second submit, a reload and another tab lead to the same account.
 */
export function SignUpForm({ opens, countries, currencies, isTest }: Props) {
  const t = useTexts()
  const go = useGo()
  const enter = useEnter()
  const [mailed, setMailed] = useState<{ email: string; leadsTo: string | null } | null>(null)
  const isPerson = opens !== 'business'
  const hasPassword = opens === 'person'
  const form = useActionForm({
    fields: [...(isPerson ? personNames : []), ...(hasPassword ? passwordNames : []), ...businessNames],
    act: (typed: Typed): Promise<ActionResult<Opened>> =>
      isPerson ? signUpAction(typed) : openAccountAction(typed),
    onDone: async (opened, typed) => {
      const email = typed.email?.trim() ?? ''
      if ('mailLeadsTo' in opened) return setMailed({ email, leadsTo: opened.mailLeadsTo })
      const path = accountPath(opened.slug, '/')
      if (isPerson) await enter({ email, password: typed.password ?? '' }, path)
      else go(path, { replace: true, whenBack: true })
    },
    onRefusal: ({ fields }) =>
      fields?.some(({ code }) => code === 'account_of_other_team')
        ? { business_name: t('sign-up.problems.otherTeam') }
        : undefined,
    noAnswer: t('sign-up.noAnswer'),
  })

  if (mailed) return <Mailed {...mailed} />
  return (
    <AuthFrame
      {...(isPerson
        ? {
            tab: t('sign-up.title'),
            title: t('sign-up.heading'),
            lead: isTest ? t('sign-up.leadTest') : t('sign-up.lead'),
            foot: (
              <p>
                {t('sign-up.hasAccount')} <InlineLink href="/sign-in">{t('sign-up.signIn')}</InlineLink>
              </p>
            ),
          }
        : { title: t('sign-up.business.title'), lead: t('sign-up.business.lead') })}
    >
      <AuthForm
        form={form}
        submit={t('sign-up.submit')}
        busyLabel={t('sign-up.busy')}
        failed={t('sign-up.failed')}
      >
        {isPerson ? <PersonFields field={form.field} hasPassword={hasPassword} /> : null}
        <BusinessFields {...{ countries, currencies }} field={form.field} />
      </AuthForm>
    </AuthFrame>
  )
}

function PersonFields({ field, hasPassword }: { field: FieldOf; hasPassword: boolean }) {
  const t = useTexts()
  return (
    <>
      <Field label={t('sign-up.name')} {...field('name')} required>
        <Input autoComplete="name" maxLength={200} />
      </Field>
      <Field label={t('sign-up.email')} {...field('email')} required>
        <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      {hasPassword ? <NewPasswordField {...field('password')} label={t('sign-up.password')} /> : null}
    </>
  )
}

function Mailed({ email, leadsTo }: { email: string; leadsTo: string | null }) {
  const t = useTexts()
  const shown = leadsTo?.startsWith('/sign-in') ? 'sign-up.mailed.shownKnown' : 'sign-up.mailed.shown'
  return (
    <AuthFrame
      tab={t('sign-up.title')}
      title={t('sign-up.mailed.title')}
      lead={t(leadsTo ? shown : 'sign-up.mailed.lead', { email })}
      foot={leadsTo ? undefined : t('sign-up.mailed.hint')}
      announce
      link={{ href: leadsTo ?? '/sign-in', label: t(leadsTo ? 'sign-up.mailed.open' : 'sign-up.signIn') }}
    />
  )
}

type BusinessProps = Pick<Props, 'countries' | 'currencies'> & { field: FieldOf }

/** Renders the fields of a business. Currency and time zone follow the country until they are changed. */
function BusinessFields({ countries, currencies, field }: BusinessProps) {
  const t = useTexts()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typedCurrency, setCurrency] = useState<string | null>(null)
  const [typedZone, setZone] = useState<string | null>(null)
  const [here, setHere] = useState<{ zone: string; zones: readonly string[] } | null>(null)
  useEffect(() => {
    const { timeZone } = dateFormat('en', {}).resolvedOptions()
    setHere({ zone: timeZone, zones: Intl.supportedValuesOf('timeZone') })
  }, [])

  const byZone = here && countries.find(({ zones }) => zones.includes(here.zone))
  const code = chosen ?? byZone?.code ?? ''
  const country = countries.find((one) => one.code === code)
  const ownZones = country?.zones ?? []
  const isHere = here !== null && (ownZones.length === 0 || ownZones.includes(here.zone))
  const zone = typedZone ?? (isHere ? here.zone : (ownZones[0] ?? 'UTC'))
  const ownCurrency = country && currencies.includes(country.currency) ? country.currency : ''
  const currency = typedCurrency ?? ownCurrency
  // The options include the proposed zone even if the browser does not list it.
  const otherZones = [...new Set([...(here?.zones ?? []), 'UTC', zone])].filter(
    (one) => !ownZones.includes(one),
  )
  return (
    <>
      <Field
        label={t('sign-up.businessName')}
        hint={t('sign-up.businessHint')}
        {...field('business_name')}
        required
      >
        <Input autoComplete="organization" maxLength={200} />
      </Field>
      <Field label={t('sign-up.country')} {...field('country')} required>
        <Select autoComplete="country" value={code} onChange={(event) => setChosen(event.target.value)}>
          {code === '' ? <option value="" /> : null}
          {countries.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3">
        <Field label={t('sign-up.currency')} hint={t('sign-up.currencyHint')} {...field('currency')} required>
          <Select value={currency} onChange={(event) => setCurrency(event.target.value)}>
            {currency === '' ? <option value="" /> : null}
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('sign-up.timeZone')} {...field('timezone')} required>
          <Select value={zone} onChange={(event) => setZone(event.target.value)}>
            {country && ownZones.length > 0 ? (
              <optgroup label={country.name}>
                <ZoneOptions zones={ownZones} />
              </optgroup>
            ) : null}
            <optgroup label={t('sign-up.otherZones')}>
              <ZoneOptions zones={otherZones} />
            </optgroup>
          </Select>
        </Field>
      </div>
    </>
  )
}

function ZoneOptions({ zones }: { zones: readonly string[] }) {
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  ))
}

type CompleteSignUpProps = {
  of: {
    email: string
    name: string
    business: Record<'business_name' | 'country' | 'currency', string>
  }
  token: string
}

/** Renders the facts of a mailed sign-up, which a stranger may have typed, and the form for its password. */
export function CompleteSignUp({ of: { email, name, business }, token }: CompleteSignUpProps) {
  const t = useTexts()
  const { language } = useReader()
  const enter = useEnter()
  const form = useActionForm({
    fields: ['password'],
    act: ({ password }) => completeSignUpAction({ token, password }),
    onDone: ({ email: signsIn, slug }, { password }) =>
      enter({ email: signsIn, password }, accountPath(slug, '/')),
    noAnswer: t('sign-up.complete.noAnswer'),
  })
  const facts = [
    [t('sign-up.name'), name],
    [t('sign-up.businessName'), business.business_name],
    [t('sign-up.country'), countryName(business.country, language)],
    [t('sign-up.currency'), business.currency],
  ] as const

  return (
    <AuthFrame
      tab={t('sign-up.title')}
      title={t('sign-up.complete.title')}
      lead={t('sign-up.complete.lead', { email })}
      foot={t('sign-up.complete.notYours')}
    >
      <PropertyList>
        {facts.map(([label, value]) => (
          <Property key={label} name={label}>
            <bdi className="wrap-anywhere">{value}</bdi>
          </Property>
        ))}
      </PropertyList>
      <AuthForm
        form={form}
        submit={t('sign-up.complete.submit')}
        busyLabel={t('sign-up.busy')}
        failed={t('sign-up.failed')}
        username={email}
      >
        <NewPasswordField {...form.field('password')} label={t('sign-up.password')} />
      </AuthForm>
    </AuthFrame>
  )
}
