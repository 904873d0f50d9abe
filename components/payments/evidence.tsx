import { X } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { sendEvidenceAction } from '@/app/(dashboard)/[account]/payments/[paymentId]/actions'
import { cardName } from '@/components/customers/face'
import { useAct, useMember, useRenew } from '@/components/data/member'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { DraftRestored } from '@/components/links/face'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { FormDialog } from '@/components/step-up/form-dialog'
import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { zonedTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field, FieldError } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { OpenFile } from '@/components/ui/open-file'
import { useToast } from '@/components/ui/toast'
import type { Dispute, DisputeFile } from '@/lib/contract/dispute'
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX, EVIDENCE_TEXT_MAX } from '@/lib/contract/limits'
import type { PaymentDetail } from '@/lib/dashboard/payments/get-payment'
import { fileTypeOf } from '@/lib/domain/file-type'
import { dateLocaleOf } from '@/lib/domain/languages'
import { moneyText } from '@/lib/domain/money'
import { codePoints } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'

/** File that was uploaded: it becomes evidence when it is sent. */
type DraftFile = Pick<DisputeFile, 'id' | 'name' | 'bytes'>
type Draft = { text: string; files: readonly DraftFile[] }

/** Renders the evidence that a member writes: a proposed text and files, then a review. The draft survives a reload. */
export function EvidenceForm({ detail, dispute }: { detail: PaymentDetail; dispute: Dispute }) {
  const { owner } = useMember()
  const t = useTexts()
  const { timeZone } = useLocale()
  const locale = dateLocaleOf(useReader())
  const begin: Draft = { text: proposedEvidence(detail, t, { timeZone, locale }), files: [] }
  const saved = useSavedDraft(`evidence:${owner}:${dispute.id}`, begin)
  const { text, files } = saved.draft
  const [problem, setProblem] = useState<string>()
  const [isReviewing, setReviewing] = useState(false)
  const review = useRef<HTMLButtonElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong =
      text.trim() === '' && files.length === 0
        ? t('evidence.empty')
        : codePoints(text) > EVIDENCE_TEXT_MAX
          ? t('evidence.tooLong', { max: EVIDENCE_TEXT_MAX })
          : undefined
    setProblem(wrong)
    if (wrong) area.current?.focus()
    else setReviewing(true)
  }

  return (
    <form onSubmit={submit} method="post" noValidate className="mt-4 flex flex-col gap-4 border-t pt-4">
      <h3 className="font-medium">{t('evidence.title')}</h3>
      <Field label={t('evidence.text')} hint={t('evidence.textHint')} error={problem}>
        <Textarea
          ref={area}
          name="text"
          dir="auto"
          rows={9}
          value={text}
          onChange={(event) => {
            setProblem(undefined)
            saved.change({ text: event.target.value })
          }}
        />
      </Field>
      <EvidenceFiles
        paymentId={detail.payment.id}
        files={files}
        onChange={(next) => saved.change({ files: next })}
      />
      {saved.isRestored ? <DraftRestored onStartOver={saved.startOver} /> : null}
      <Button ref={review} type="submit" variant="primary" className="self-start">
        {t('evidence.review')}
      </Button>
      {isReviewing ? (
        <ReviewDialog
          paymentId={detail.payment.id}
          draft={saved.draft}
          opener={review}
          onSent={saved.forget}
          onClose={() => setReviewing(false)}
        />
      ) : null}
    </form>
  )
}

type FilesProps = {
  paymentId: string
  files: readonly DraftFile[]
  onChange: (files: readonly DraftFile[]) => void
}

/** Renders the files of the evidence. Size and type are checked before a file is uploaded, and by the server again. */
function EvidenceFiles({ paymentId, files, onChange }: FilesProps) {
  const t = useTexts()
  const account = useAccount()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function add(file: File) {
    if (files.length >= EVIDENCE_FILES_MAX) return setProblem(t('evidence.tooMany'))
    setBusy(true)
    setProblem(undefined)
    const address = `/${account}/payments/${encodeURIComponent(paymentId)}/evidence${queryString({ name: file.name })}`
    const answer = (await fileProblem(file, files, t)) ?? (await upload(address, file, t))
    if (typeof answer === 'string') setProblem(answer)
    else onChange([...files, answer])
    setBusy(false)
  }

  return (
    <fieldset aria-describedby={id} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('evidence.files')}</legend>
      {files.map((file) => (
        <p
          key={file.id}
          className="flex items-center justify-between gap-2 rounded-md bg-sunken pl-3 text-sm"
        >
          <bdi className="wrap-anywhere min-w-0">{file.name}</bdi>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('evidence.remove', { name: file.name })}
            onClick={() => {
              setProblem(undefined)
              onChange(files.filter((other) => other.id !== file.id))
            }}
            Icon={X}
          />
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {busy ? (
          <span role="status">{t('evidence.uploading')}</span>
        ) : (
          <OpenFile
            label={t('evidence.add')}
            accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
            onFile={(file) => void add(file)}
          />
        )}
        {problem ? null : <p className="text-muted text-xs">{t('evidence.filesHint')}</p>}
      </div>
      <FieldError id={id} message={problem} />
    </fieldset>
  )
}

const HEAD_BYTES = 16

/** Returns what is wrong with a file before it is sent beside others; null if nothing is. */
export async function fileProblem(file: File, others: readonly Pick<DraftFile, 'bytes'>[], t: Translate) {
  const bytes = others.reduce((sum, other) => sum + other.bytes, file.size)
  if (bytes > EVIDENCE_BYTES_MAX) return t('evidence.tooLarge', { name: file.name })
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return fileTypeOf(new Uint8Array(head)) ? null : t('evidence.wrongType', { name: file.name })
}

/** Returns the uploaded file, or the sentence for the member if it did not arrive. */
async function upload(address: string, file: File, t: Translate): Promise<DraftFile | string> {
  try {
    const response = await fetch(address, { method: 'POST', body: file })
    const answer: unknown = await response.json()
    // The shapes are those of our own route.
    if (response.ok) return answer as DraftFile
    const { error } = answer as { error: { message: string; details: { fields?: { message: string }[] } } }
    return error.details.fields?.[0]?.message ?? error.message
  } catch {
    return t('evidence.uploadFailed', { name: file.name })
  }
}

type ReviewProps = {
  paymentId: string
  draft: Draft
  opener: RefObject<HTMLElement | null>
  onSent: () => void
  onClose: () => void
}

function ReviewDialog({ paymentId, draft: { text, files }, opener, onSent, onClose }: ReviewProps) {
  const t = useTexts()
  const send = useAct(sendEvidenceAction)
  const renew = useRenew('payments')
  const toast = useToast()
  const form = useActionForm({
    fields: [],
    act: async () => {
      const result = await send({ payment_id: paymentId, text, file_ids: files.map(({ id }) => id) })
      // After a refusal the dispute is in another state than the page shows.
      void renew()
      return result
    },
    onDone: () => {
      onSent()
      toast({ about: `evidence:${paymentId}`, message: t('evidence.sent') })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      opener={opener}
      onClose={onClose}
      title={t('evidence.reviewTitle')}
      failed={t('evidence.failed')}
      submit={t('evidence.send')}
      busyLabel={t('evidence.sending')}
    >
      <Banner tone="warning" title={t('evidence.once')} />
      <p dir="auto" className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-line text-sm">
        {text}
      </p>
      <ul aria-label={t('evidence.files')} className="text-sm">
        {files.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
        {files.length === 0 ? <li className="text-muted">{t('evidence.noFiles')}</li> : null}
      </ul>
    </FormDialog>
  )
}

/** Returns the text that is proposed as evidence: what this dashboard knows of the payment, in the account's zone. */
export function proposedEvidence(
  {
    payment,
    customerName,
    earlierApproved,
  }: Pick<PaymentDetail, 'payment' | 'customerName' | 'earlierApproved'>,
  t: Translate,
  { timeZone, locale }: { timeZone: string; locale: string },
): string {
  const { payer, card, payment_link: link, description, approved_at: approvedAt } = payment
  const at = (iso: string) => zonedTime(iso, timeZone, locale)
  const money = (amount: number, currency: string) => moneyText(amount, currency, locale)
  const code = payment.authorization_code
  const what = link?.title ?? description
  const email = payment.masked ? '' : payer.email
  return [
    t('evidence.proposal.payment', {
      amount: money(payment.amount, payment.currency),
      at: at(payment.created_at),
    }),
    approvedAt
      ? code === null
        ? t('evidence.proposal.approved', { at: at(approvedAt) })
        : t('evidence.proposal.approvedWithCode', { at: at(approvedAt), code })
      : null,
    payer.name || email
      ? t('evidence.proposal.payer', { payer: [payer.name, email].filter(Boolean).join(', ') })
      : null,
    card ? t('evidence.proposal.card', { card: cardName(card, t) }) : null,
    what ? t('evidence.proposal.what', { title: what }) : null,
    customerName ? t('evidence.proposal.customer', { name: customerName }) : null,
    payment.receipt_url ? t('evidence.proposal.receipt', { url: payment.receipt_url }) : null,
    ...(earlierApproved.length > 0 ? [t('evidence.proposal.earlier')] : []),
    ...earlierApproved.map((paid) =>
      t('evidence.proposal.earlierOne', { amount: money(paid.amount, paid.currency), at: at(paid.at) }),
    ),
  ]
    .filter((line) => line !== null)
    .join('\n')
}
