'use client'

import { useEffect, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { currencyCodes } from '@/lib/domain/currencies'
import { dateFormat } from '@/lib/domain/formatters'
import { signUp as copy } from '@/lib/messages/sign-up'
import type { CountryChoice } from './country-choices'

type BusinessProblems = Partial<Record<'business_name' | 'country' | 'currency' | 'timezone', string>>

type Props = {
  countries: readonly CountryChoice[]
  /** Country proposed by the browser's languages; null without a proposal. */
  country: string | null
  problems: BusinessProblems
}

/**
 * Renders name, country, currency and time zone of a business. Currency and time zone follow the country until they are
 * changed.
 */
export function BusinessFields({ countries, country: proposed, problems }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [typedCurrency, setCurrency] = useState<string | null>(null)
  const [typedZone, setZone] = useState<string | null>(null)
  const [here, setHere] = useState<{ zone: string; zones: readonly string[] } | null>(null)
  useEffect(() => {
    const { timeZone } = dateFormat('en', {}).resolvedOptions()
    setHere({ zone: timeZone, zones: Intl.supportedValuesOf('timeZone') })
  }, [])

  const byZone = here && countries.find(({ zones }) => zones.includes(here.zone))
  const code = chosen ?? byZone?.code ?? proposed ?? ''
  const country = countries.find((one) => one.code === code)
  const ownZones = country?.zones ?? []
  const isHere = here !== null && (ownZones.length === 0 || ownZones.includes(here.zone))
  const zone = typedZone ?? (isHere ? here.zone : (ownZones[0] ?? 'UTC'))
  const currency = typedCurrency ?? country?.currency ?? ''
  // The options include the proposed zone even if the browser does not list it.
  const otherZones = [...new Set([...(here?.zones ?? []), 'UTC', zone])].filter(
    (one) => !ownZones.includes(one),
  )
  return (
    <>
      <Field label={copy.businessName} hint={copy.businessHint} error={problems.business_name} required>
        <Input name="business_name" autoComplete="organization" maxLength={200} />
      </Field>
      <Field label={copy.country} error={problems.country} required>
        <Select
          name="country"
          autoComplete="country"
          value={code}
          onChange={(event) => setChosen(event.target.value)}
        >
          {code === '' ? <option value="" /> : null}
          {countries.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3">
        <Field label={copy.currency} hint={copy.currencyHint} error={problems.currency} required>
          <Select name="currency" value={currency} onChange={(event) => setCurrency(event.target.value)}>
            {currency === '' ? <option value="" /> : null}
            {currencyCodes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label={copy.timeZone} hint={copy.timeZoneHint} error={problems.timezone} required>
          <Select name="timezone" value={zone} onChange={(event) => setZone(event.target.value)}>
            {country && ownZones.length > 0 ? (
              <optgroup label={country.name}>
                <ZoneOptions zones={ownZones} />
              </optgroup>
            ) : null}
            <optgroup label={copy.otherZones}>
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
