'use client'

import { Eye, Search as Lens } from 'lucide-react'
import { useState } from 'react'
import { AmountInput } from '@/components/money/amount-input'
import { weekdayName } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceGroup } from '@/components/ui/choice'
import { Combobox } from '@/components/ui/combobox'
import { DateRange } from '@/components/ui/date-range'
import { DateTimeField } from '@/components/ui/date-time-field'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { search } from '@/lib/messages/search'
import { signIn } from '@/lib/messages/sign-in'
import { Line, Part } from './part'

const { field, parts, table } = design
const currencies = ['USD', 'KWD', 'JPY'] as const

const boxes = [
  { name: 'off', label: field.boxOff },
  { name: 'on', label: field.boxOn, defaultChecked: true },
  { name: 'wrong', label: field.boxWrong, 'aria-invalid': true },
  { name: 'locked', label: field.boxLocked, defaultChecked: true, disabled: true },
] as const

export function Fields({ theme }: { theme: string }) {
  const [uses, setUses] = useState('once')
  return (
    <Part title={parts.fields}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={field.label} hint={field.hint} required>
          <Input placeholder={field.placeholder} />
        </Field>
        <Field label={field.label} hint={field.hint} error={field.error} required>
          <Input defaultValue={field.value.slice(0, 1)} />
        </Field>
        <Field label={field.label} note={common.optional}>
          <Input dir="auto" defaultValue={field.rtl} />
        </Field>
        <Field label={field.label}>
          <Input disabled defaultValue={field.value} />
        </Field>
        <Field label={links.form.amount} hint={links.form.amountParsed('120.50', 'USD')}>
          <AmountInput currency="USD" defaultValue="120,5" />
        </Field>
        <Field label={field.choose}>
          <Select defaultValue="USD">
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
        </Field>
        <Field label={field.choose} error={field.invalid}>
          <Select defaultValue="">
            <option value="">{common.none}</option>
          </Select>
        </Field>
        <Field label={field.choose}>
          <Select disabled defaultValue="USD">
            <option>{currencies[0]}</option>
          </Select>
        </Field>
        <Field label={field.search}>
          <Input
            type="search"
            before={<Lens aria-hidden className="size-4" />}
            placeholder={field.placeholder}
          />
        </Field>
        <Field label={field.days}>
          <Input inputMode="numeric" defaultValue="7" after={field.unit} />
        </Field>
        <Field label={field.password}>
          <Input
            type="password"
            autoComplete="off"
            defaultValue={field.value}
            control={
              <Button
                size="icon"
                variant="quiet"
                aria-label={signIn.showPassword}
                icon={<Eye aria-hidden className="size-4" />}
              />
            }
          />
        </Field>
        <Field label={field.long} className="sm:col-span-2">
          <Textarea defaultValue={field.value} />
        </Field>
      </div>
      <ChoiceGroup
        legend={field.legend}
        name={`uses-${theme}`}
        value={uses}
        onChange={setUses}
        options={[
          { value: 'once', label: field.once },
          { value: 'several', label: field.several },
          { value: 'unlimited', label: field.unlimited },
        ]}
      />
      <Line>
        {boxes.map(({ name, label, ...box }) => (
          <div key={name} className="hit flex items-center gap-2 text-sm">
            <Checkbox id={`box-${name}-${theme}`} {...box} />
            <label htmlFor={`box-${name}-${theme}`}>{label}</label>
          </div>
        ))}
      </Line>
      <Days />
    </Part>
  )
}

const NOON = '2026-11-20'
const rangeCopy = {
  ...calendar,
  ...calendar.range,
  from: payments.from,
  to: payments.to,
  apply: payments.apply,
  inverted: payments.fromAfterTo,
  empty: payments.noDay,
}
const momentCopy = { ...calendar, ...calendar.moment, close: common.close }

function Days() {
  const [moment, setMoment] = useState('2026-11-24T18:30')
  const shared = { locale: 'en-GB', today: NOON, formatDay: weekdayName }
  const field = { ...shared, copy: momentCopy, min: NOON, legend: design.field.moment, name: 'moment' }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField {...field} value="" onChange={() => {}} error={links.form.problems.expiry} />
        <DateTimeField {...field} value={moment} onChange={setMoment} />
      </div>
      <div className="w-full max-w-max overflow-hidden rounded-lg bg-raised [--panel-pad:0rem] px-4 pt-3 shadow-float">
        <DateRange
          {...shared}
          copy={rangeCopy}
          legend={payments.ownRange}
          range={{ from: '2026-11-04', to: '2026-11-18' }}
          max={NOON}
          formatRange={({ from, to }) =>
            [from, to].filter(Boolean).map(weekdayName).join(' – ') || calendar.range.none
          }
          onApply={() => {}}
        />
      </div>
    </>
  )
}

export function Search() {
  const [typed, setTyped] = useState('')
  const found = table.rows.filter((row) => row.toLowerCase().includes(typed.toLowerCase()))
  const group = {
    key: 'links',
    label: search.links,
    options: found.map((row) => ({
      key: String(table.rows.indexOf(row)),
      element: (
        <button type="button">
          <span dir="auto" title={row} className="truncate">
            {row}
          </span>
        </button>
      ),
    })),
  }
  return (
    <Part title={parts.combobox}>
      <div className="flex h-64 flex-col overflow-hidden rounded-xl bg-raised shadow-float">
        <Combobox
          label={search.label}
          placeholder={search.placeholder}
          listLabel={search.results}
          value={typed}
          onValueChange={setTyped}
          groups={[group]}
          settled
          status={search.found(found.length)}
          onPick={() => setTyped('')}
        />
      </div>
    </Part>
  )
}
