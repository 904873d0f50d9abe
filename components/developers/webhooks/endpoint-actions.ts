import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { EndpointDraft } from '@/lib/dashboard/schema/developers/webhooks'

type Act<Input, Data = unknown> = (input: Input) => Promise<ActionResult<Data>>

/** Settings of an endpoint with the member's password. */
export type ConfirmedDraft = EndpointDraft & { password: string }

/** Actions on endpoints, bound to the account of the page. */
export type EndpointActions = {
  /** `password` is read only if the address changes. */
  edit: Act<ConfirmedDraft & { id: string }>
  change: Act<{ id: string; to: 'pause' | 'resume' | 'delete' }>
  answerMissed: Act<{ id: string; send: boolean }, { queued: number }>
  /** `secret` is null if a rotation is already under way. */
  rotate: Act<{ id: string; mode: 'stage' | 'overlap'; password: string }, { secret: string | null }>
  /** `secret` is null if no rotation is under way any more. */
  showNextSecret: Act<{ id: string; password: string }, { secret: string | null }>
  endRotation: Act<{ id: string; act: 'use_now' | 'cancel'; password: string }, { ended: boolean }>
  /** `deliveryId` is null if the endpoint is paused. */
  sendTest: Act<{ id: string; kind: string; data: string }, { deliveryId: string | null }>
}

export type AddEndpoint = Act<ConfirmedDraft, { id: string; secret: string }>
