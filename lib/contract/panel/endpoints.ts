import type { ChosenEventKind } from '@/lib/contract/event-kinds'
import type { ListedDelivery } from './deliveries'

/** Webhook endpoint. Instants are ISO 8601. */
export type ShownEndpoint = {
  id: string
  url: string
  description: string | null
  status: 'ACTIVE' | 'PAUSED'
  /** Subscribed kinds; null means every kind of the contract. */
  kinds: readonly ChosenEventKind[] | null
  createdAt: string
  /** True if its URL belongs to this dashboard. */
  own: boolean
  failingSince: string | null
  /** Time from which the current secret signs. */
  secretSince: string
  rotation: { mode: 'STAGED' | 'OVERLAP'; endsAt: string } | null
  /** Number of events skipped by pauses and neither sent nor dismissed. */
  missed: number
}

/** Returns the shown state: an active endpoint whose latest attempts failed is failing. */
export function endpointState({ status, failingSince }: ShownEndpoint): ShownEndpoint['status'] | 'FAILING' {
  return status === 'ACTIVE' && failingSince ? 'FAILING' : status
}

/** Mail about an endpoint's failure. */
export type SentNotice = { to: string; at: string }

export type EndpointDetail = {
  endpoint: ShownEndpoint
  deliveries: readonly ListedDelivery[]
  /** Newest mails about its failures, newest first. */
  notices: readonly SentNotice[]
}

/** Settings of an endpoint as typed. */
export type EndpointDraft = { url: string; description: string; kinds: readonly string[] | null }

/** Reason why an account has no panel: disconnected, refused key, another host, another team's account or nobody's. */
export type PanelAbsence = 'disconnected' | 'key_refused' | 'elsewhere' | 'other_team' | 'no_team'
