import type { ReactNode } from 'react'

type Props = {
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
}: Props) {
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
