'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { createCustomerAction } from '@/app/(dashboard)/[account]/customers/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct, useMember, useRead, useRenew } from '@/components/data/member'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { DetailFallback } from '@/components/detail/detail-screen'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { isOnline } from '@/components/navigation/network'
import { useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field, type Problems } from '@/components/ui/field'
import { FormFoot } from '@/components/ui/form-foot'
import { Input, Textarea } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { useSettled } from '@/components/ui/use-settled'
import type { CreateCustomerBody, Customer, UpdateCustomerBody } from '@/lib/contract/customer'
import { CUSTOMER_EXTERNAL_REF_MAX, CUSTOMER_NOTES_MAX, PHONE_TEXT_MAX } from '@/lib/contract/limits'
import type { KnownCustomer } from '@/lib/dashboard/customers/known-customers'
import type { ShownCustomer } from '@/lib/dashboard/customers/shown-customer'
import { isEmail } from '@/lib/domain/email-address'
import { isRoundedNumber, PHONE_DIGITS_MAX, PHONE_DIGITS_MIN } from '@/lib/domain/phone'
import { codePoints, normalizeText } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import { customerHref, listOfCustomers } from './face'
import { useUpdateCustomer } from './use-update-customer'

export function EditCustomerScreen({ id }: { id: string }) {
  const t = useTexts()
  const query = useRead('customers/detail', { id })
  const customer = query.data?.customer
  if (!customer) return <DetailFallback list={listOfCustomers} query={query} />
  return (
    <>
      <PageHeader
        back={{ href: customerHref(customer), label: customer.name }}
        title={t('customers.form.editTitle')}
      />
      <CustomerForm customer={customer} />
    </>
  )
}

/**
 * Renders the fields of a new customer with a phone, or those of a customer, of which only the changed ones are sent. The
 * typed text stays regardless of the response.
 */
export function CustomerForm({ customer, phone = '' }: { customer?: ShownCustomer; phone?: string }) {
  const t = useTexts()
  const go = useGo()
  const { owner } = useMember()
  // A live change of the customer must not count as a change of this form.
  const [known] = useState(customer)
  const mode = known ? 'edit' : 'new'
  // An unsaved form is kept within its tab, unless it holds the contact of a known customer.
  const saveAs = known ? null : `new-customer-draft:${owner}:${phone}`
  const { draft, isRestored, change: put, forget } = useSavedDraft(saveAs, draftOf(known, phone))
  /** The field that the host refused as taken, and the customer who has it. */
  const [taken, setTaken] = useState<{ field: CustomerField; id: string | null } | null>(null)
  const others = useKnownCustomers(draft, known?.id)
  const send = useSendDraft()
  const form = useActionForm({
    fields: customerFields,
    check: () => draftProblems(draft, t),
    maySend: isOnline,
    act: () => send(draft, known),
    onDone: (saved) => {
      forget()
      go(customerHref(saved), { replace: true, whenBack: true })
    },
    onRefusal: (error) => {
      if (error.code === 'customer_already_exists') {
        const isEmail = error.fields?.some(({ field }) => field === 'email')
        setTaken({ field: isEmail ? 'email' : 'phone', id: error.customerId ?? null })
      }
    },
    noAnswer: {
      title: t(`customers.form.${mode}.unknownTitle`),
      message: t(`customers.form.${mode}.unknown`),
    },
  })
  const { problems } = form
  useFirstFocus(form.props.ref)

  function change(field: CustomerField, text: string) {
    put({ [field]: text })
    if (taken?.field === field) setTaken(null)
  }

  /** An error of the field; for a taken one the customer who has it. */
  const errorOf = (field: CustomerField) => {
    if (taken?.field !== field) return problems[field]
    const other = others[field === 'email' ? 'email' : 'phone']
    const id = taken.id ?? other?.id
    return id ? <AlreadyCustomer id={id} name={other?.id === id ? other.name : null} /> : problems[field]
  }
  const control = (field: CustomerField) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  })
  const about = (field: CustomerField) => ({
    label: t(`customers.form.fields.${field}`),
    ...form.field(field),
    error: errorOf(field),
    ...(field === 'name' || field === 'phone' ? { required: true } : { note: t('common.optional') }),
  })
  const used = codePoints(normalizeText(draft.notes))
  const room = t('customers.form.notesRoom', { used, most: CUSTOMER_NOTES_MAX })
  return (
    <form {...form.props} className="flex max-w-2xl min-w-0 flex-col rounded-xl bg-surface shadow-card">
      <div className="flex flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6">
        <Field {...about('name')}>
          <Input {...control('name')} autoComplete="off" dir="auto" maxLength={240} />
        </Field>
        <Field
          {...about('phone')}
          hint={<KnownHint other={others.phone} hint={t('customers.form.phoneHint')} />}
        >
          <Input
            {...control('phone')}
            type="tel"
            autoComplete="off"
            maxLength={PHONE_TEXT_MAX}
            className="tnum"
          />
        </Field>
        <Field {...about('email')} hint={<KnownHint other={others.email} />}>
          <Input {...control('email')} type="email" autoComplete="off" spellCheck={false} maxLength={254} />
        </Field>
        <Field
          {...about('notes')}
          hint={`${t('customers.form.notesHint')} ${room}`}
          error={problems.notes ? `${problems.notes} ${room}` : undefined}
        >
          <Textarea {...control('notes')} dir="auto" rows={3} className="field-sizing-content max-h-52" />
        </Field>
        {known ? null : (
          <Field {...about('external_ref')} hint={t('customers.form.referenceHint')}>
            <Input {...control('external_ref')} autoComplete="off" maxLength={CUSTOMER_EXTERNAL_REF_MAX} />
          </Field>
        )}
      </div>
      <FormFoot>
        {isRestored ? (
          <p role="status" className="basis-full text-muted text-sm">
            {t('drafts.restored')}
          </p>
        ) : null}
        <FailureBanner
          title={t(`customers.form.${mode}.failed`)}
          failure={form.failure}
          className="mb-1 basis-full"
        />
        <Button {...form.submit} busyLabel={t('customers.form.busy')} className="max-sm:grow">
          {t(`customers.form.${mode}.submit`)}
        </Button>
        <ButtonLink variant="quiet" href={known ? customerHref(known) : '/customers'} onClick={forget}>
          {t('common.cancel')}
        </ButtonLink>
      </FormFoot>
    </form>
  )
}

function useSendDraft() {
  const renew = useRenew('customers')
  const create = useAct(createCustomerAction)
  const update = useUpdateCustomer()
  return async (draft: CustomerDraft, known: ShownCustomer | undefined) => {
    if (!known) return create(newCustomerBody(draft))
    const { id } = known
    const changes = changesOf(draft, known)
    if (Object.keys(changes).length === 0) return { ok: true as const, data: { id } }
    const result = await update({ id, ...changes })
    void renew()
    return result
  }
}

function KnownHint({ other, hint }: { other: KnownCustomer | undefined; hint?: string }) {
  return (
    <span aria-live="polite" className={other ? 'font-medium text-warning' : undefined}>
      {other ? <AlreadyCustomer id={other.id} name={other.name} /> : hint}
    </span>
  )
}

/** Renders `Already a customer: Ana García` with a link. `name` is null if only the host knows it. */
function AlreadyCustomer({ id, name }: { id: string; name: string | null }) {
  const t = useTexts()
  return (
    <span className="wrap-anywhere">
      {t('customers.form.already')}{' '}
      <InlineLink href={customerHref({ id })}>
        <bdi>{name ?? t('customers.form.alreadySomebody')}</bdi>
      </InlineLink>
    </span>
  )
}

const TYPING_PAUSE_MS = 350

/**
 * Returns the customers with the typed phone or e-mail, except the one of `except`. A field is looked up once it may be
 * complete.
 */
function useKnownCustomers({ phone, email }: { phone: string; email: string }, except: string | undefined) {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const typed = {
    phone: useSettled(digits >= PHONE_DIGITS_MIN ? phone.trim() : '', TYPING_PAUSE_MS),
    email: useSettled(email.includes('@') ? email.trim() : '', TYPING_PAUSE_MS),
    except,
  }
  const { data } = useRead('customers/known', typed, {
    enabled: typed.phone !== '' || typed.email !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (typed.phone === '' && typed.email === '') return {}
  const found = (data?.known ?? []).filter(({ field }) => typed[field] !== '')
  return Object.fromEntries(found.map((known) => [known.field, known]))
}

const customerFields = ['name', 'phone', 'email', 'notes', 'external_ref'] as const
export type CustomerField = (typeof customerFields)[number]
export type CustomerDraft = Record<CustomerField, string>

export function draftOf(customer: Customer | undefined, phone: string): CustomerDraft {
  return {
    name: customer?.name ?? '',
    phone: customer?.phone ?? phone,
    email: customer?.email ?? '',
    notes: customer?.notes ?? '',
    external_ref: customer?.external_ref ?? '',
  }
}

export function draftProblems(
  { name, phone, email, notes }: CustomerDraft,
  t: Translate,
): Problems<CustomerField> {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const isPhone = digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX
  return {
    ...(normalizeText(name) === '' ? { name: t('customers.form.nameMissing') } : {}),
    ...(isRoundedNumber(phone)
      ? { phone: t('customers.form.phoneRounded') }
      : isPhone
        ? {}
        : { phone: t('customers.form.phoneWrong') }),
    ...(email.trim() !== '' && !isEmail(email.trim()) ? { email: t('customers.form.emailWrong') } : {}),
    ...(codePoints(normalizeText(notes)) > CUSTOMER_NOTES_MAX
      ? { notes: t('customers.form.notesTooLong') }
      : {}),
  }
}

export function newCustomerBody({ name, phone, ...optional }: CustomerDraft): CreateCustomerBody {
  const given = Object.entries(optional).filter(([, text]) => normalizeText(text) !== '')
  return { name, phone, ...Object.fromEntries(given) }
}

/** Returns the fields that differ from those of the customer; null clears an e-mail or notes. */
export function changesOf(draft: CustomerDraft, customer: Customer): UpdateCustomerBody {
  const before = draftOf(customer, '')
  const differs = (field: CustomerField) => normalizeText(draft[field]) !== normalizeText(before[field])
  return {
    ...(differs('name') ? { name: draft.name } : {}),
    ...(differs('phone') ? { phone: draft.phone } : {}),
    ...(differs('email') ? { email: normalizeText(draft.email) || null } : {}),
    ...(differs('notes') ? { notes: normalizeText(draft.notes) || null } : {}),
  }
}
