import type { ReactNode } from 'react'

type Props = {
  title: string
  description: string | null
  amount: string
  currency: string
  note?: ReactNode
  as?: 'h1' | 'p'
}

/** What is paid and how much. Also the preview while a link is made. */
export function PaySummary({ title, description, amount, currency, note, as: Title = 'h1' }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <Title dir="auto" className="wrap-anywhere text-left font-normal text-lg text-muted tracking-normal">
        {title}
      </Title>
      <p className="tnum wrap-anywhere font-semibold text-3xl tracking-tight">
        <bdi>
          {amount} <span className="font-normal text-lg text-muted">{currency}</span>
        </bdi>
      </p>
      {description ? (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line text-left text-muted">
          {description}
        </p>
      ) : null}
      {note ? <p className="mt-1 text-muted text-sm">{note}</p> : null}
    </div>
  )
}
