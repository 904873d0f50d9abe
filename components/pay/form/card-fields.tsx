import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { BrandMark } from '@/components/ui/brand-mark'
import { Field, type Problems } from '@/components/ui/field'
import { asciiDigits } from '@/lib/domain/ascii-digits'
import {
  brandOf,
  type CardBrand,
  cardBrands,
  cardDigits,
  fitsBrand,
  formatExpiry,
  groupCardNumber,
  parseExpiry,
} from '@/lib/domain/card'
import { cn } from '@/lib/ui/cn'
import { PayInput } from './payer-form'

type CardPartField = 'number' | 'expiry' | 'cvc'

type Props = {
  problems: Problems<CardPartField>
  /** Removes the error of a field that is being edited. */
  forget: (field: CardPartField) => void
  /** Checks a field that lost the focus to another element. */
  leave?: (field: CardPartField, to: EventTarget | null) => void
  required?: boolean
  /** True after a decline cleared the security code. The request to enter it again is not shown as an error. */
  codeEmptied?: boolean
  brands: ReactNode
  /** Element with the test bank's cards, of which each button has a number as its value. */
  testCards?: RefObject<HTMLElement | null>
  /** Moves the focus on after a test card has filled the form. */
  onPicked?: (form: HTMLFormElement) => void
}

export function CardFields({
  problems,
  forget,
  leave,
  required = false,
  codeEmptied = false,
  brands,
  testCards,
  onPicked,
}: Props) {
  const t = useTexts()
  const number = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [brand, setBrand] = useState<CardBrand | null>(null)
  /** True if the number changed to another brand, whose security code has another length. */
  const [misfit, setMisfit] = useState(false)
  const isNonTestCard = problems.number === t('card-fields.problems.number.not_test_card')
  // The list of test cards expands once a number is refused because it is no test card.
  useEffect(() => {
    if (isNonTestCard) setOpen(testCards, true)
  }, [isNonTestCard, testCards])
  // The number may have been filled in before hydration.
  useEffect(() => setBrand(brandOf(cardDigits(number.current?.value ?? ''))), [])

  useEffect(() => {
    const pressed = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) pick(button.value)
    }
    const cards = testCards?.current
    cards?.addEventListener('click', pressed)
    return () => cards?.removeEventListener('click', pressed)
  })

  function readBrand(digits: string) {
    const next = brandOf(digits)
    if (next === brand) return
    setBrand(next)
    const typed = asciiDigits(code.current?.value ?? '').trim()
    if (!typed) return
    forget('cvc')
    setMisfit(next !== null && !fitsBrand(typed, next))
  }

  function pick(picked: string) {
    const form = number.current?.form
    if (!form) return
    fillCard(form, { number: picked, holder: t('card-fields.testName') }, new Date())
    setOpen(testCards, false)
    onPicked?.(form)
  }

  const codeLength = brand && cardBrands[brand].cvcLength
  const lengthProblems: (string | undefined)[] = [
    t('card-fields.problems.cvc'),
    t('card-fields.problems.cvc.digits_3'),
    t('card-fields.problems.cvc.digits_4'),
  ]
  // The message names the brand of the number as it is now, regardless of which check found the error.
  const codeProblem =
    codeLength && (misfit || lengthProblems.includes(problems.cvc))
      ? t(`card-fields.problems.cvc.digits_${codeLength}`)
      : problems.cvc
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('card-fields.number')} hint={brands} error={problems.number} required={required}>
        <PayInput
          ref={number}
          name="number"
          required={required}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          maxLength={30}
          className="tnum"
          after={<BrandMark brand={brand} />}
          onInput={(event) => {
            const input = event.currentTarget
            rewrite(input, typedNumber(input.value))
            readBrand(cardDigits(input.value))
            forget('number')
          }}
          onBlur={(event) => leave?.('number', event.relatedTarget)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <ExpiryField {...{ problems, forget, leave, required }} />
        <Field
          label={t('card-fields.cvc')}
          hint={codeEmptied ? t('card-fields.cvcAgain') : undefined}
          error={codeProblem}
          required={required}
        >
          <PayInput
            ref={code}
            name="cvc"
            required={required}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder={codeLength === 4 ? '1234' : '123'}
            maxLength={codeLength ?? 4}
            className={cn('tnum', codeEmptied && 'border-warning')}
            onInput={() => {
              setMisfit(false)
              forget('cvc')
            }}
            onBlur={(event) => leave?.('cvc', event.relatedTarget)}
          />
        </Field>
      </div>
    </div>
  )
}

function ExpiryField({ problems, forget, leave, required = false }: Omit<Props, 'brands' | 'testCards'>) {
  const t = useTexts()
  return (
    <Field label={t('card-fields.expiry')} error={problems.expiry} required={required}>
      <PayInput
        name="expiry"
        required={required}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t('card-fields.expiryHint')}
        // The longest accepted text, before it is formatted: `03 / 2029` and `2029 - 03 - 31`.
        maxLength={14}
        className="tnum"
        onInput={(event) => {
          const { nativeEvent, currentTarget } = event
          const deleting = 'inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete')
          rewrite(currentTarget, typedExpiry(currentTarget.value, deleting))
          forget('expiry')
        }}
        onBlur={(event) => leave?.('expiry', event.relatedTarget)}
      />
    </Field>
  )
}

function setOpen(list: Props['testCards'], open: boolean): void {
  const fold = list?.current?.querySelector('details')
  if (fold) fold.open = open
}

/** Years until a test card expires; more than any test needs, and still a plausible expiry. */
const YEARS_AHEAD = 4
const CVC = '1234'

/** Fills a form's card fields with input events, as typing does. The name on the card is filled in only if it is empty. */
function fillCard(
  form: HTMLFormElement,
  { number, holder: name }: { number: string; holder: string },
  now: Date,
): void {
  const brand = brandOf(number)
  const year = String((now.getFullYear() + YEARS_AHEAD) % 100).padStart(2, '0')
  type(form, 'number', number)
  type(form, 'expiry', `12 / ${year}`)
  type(form, 'cvc', CVC.slice(0, brand ? cardBrands[brand].cvcLength : 3))
  const holder = form.elements.namedItem('name')
  if (holder instanceof HTMLInputElement && holder.autocomplete === 'cc-name' && holder.value.trim() === '')
    type(form, 'name', name)
}

function type(form: HTMLFormElement, name: string, text: string): void {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const NUMBER_DIGITS_MAX = 19

/** Returns a partly typed card number in groups of digits. */
export function typedNumber(text: string): string {
  return groupCardNumber(cardDigits(text).slice(0, NUMBER_DIGITS_MAX))
}

/** Matches a text that may become a year and a month: no card expires in 200x, nor after 2049. */
const YEAR_BEGUN = /^\s*(?:2(?:0(?:\d|\s*$)|\s*$)|[2-9][5-9])/

/** Returns a partly typed expiry as `MM / YY`; also accepts `1/29`, `01/2029`, `2029-01`. `deleting`: the separator can be removed. */
export function typedExpiry(typed: string, deleting: boolean): string {
  const text = asciiDigits(typed)
  if (YEAR_BEGUN.test(text)) {
    // The month 1 may become 10, 11 or 12.
    const expiry = /\D1\s*$/.test(text) ? null : parseExpiry(text)
    return expiry ? formatExpiry(expiry).replace('/', ' / ') : text
  }
  const [first = '', second] = text.split(/[/.-]/)
  const lone = cardDigits(first)
  // The month is complete after `1/`, and after a first digit that no two-digit month has.
  const isOneDigit = second === undefined ? lone.length < 3 && Number(lone[0]) > 1 : lone.length === 1
  const padded = (isOneDigit ? `0${lone}` : lone) + cardDigits(second ?? '')
  const month = padded.slice(0, 2)
  const rest = padded.slice(2)
  const year = rest.length > 2 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2)
  if (year === '')
    return month.length === 2 && !deleting
      ? `${month} / `
      : deleting
        ? text.trimEnd().replace(/\s*\/$/, '')
        : month
  return `${month} / ${year}`
}

/** Replaces an input's text and keeps the caret after the same number of digits. */
function rewrite(input: HTMLInputElement, text: string): void {
  if (input.value === text) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digits = cardDigits(input.value.slice(0, caret)).length
  input.value = text
  if (atEnd) return
  let position = 0
  for (let seen = 0; position < text.length && seen < digits; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1
  }
  input.setSelectionRange(position, position)
}
