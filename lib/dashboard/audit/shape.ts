export type AuditOutcome = (typeof auditOutcomes)[number]

/** `intent`: the call is running or its process died; `unknown`: no response arrived, it may have been executed. */
export const auditOutcomes = ['done', 'failed', 'unknown', 'intent'] as const

/** Kinds of actions by which the list can be filtered, with the beginnings, or the end, of their names. */
export const auditGroups = {
  sign_in: ['session.', 'user.'],
  team: ['team.'],
  links: ['links.', 'imports.'],
  customers: ['customers.'],
  charges: ['charges.'],
  money: ['payments.', 'refunds.', 'receipts.', 'disputes.', 'settlements.', 'statements.', 'payouts.'],
  exports: ['exports.', '.export'],
  developers: ['keys.', 'endpoints.', 'deliveries.'],
  connection: ['connection.', 'mirror.'],
} as const satisfies Record<string, readonly string[]>
