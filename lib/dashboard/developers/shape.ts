/** Tabs of the events other than all: real ones, and those sent to test an endpoint. */
export const eventTabs = ['real', 'test'] as const

/** Results of a call of an API key: FAILED = answered with 400 or above. */
export const requestResults = ['SUCCEEDED', 'FAILED'] as const

/** Tabs of the API keys: those that work, and those that were revoked or are over. */
export const keyTabs = ['ACTIVE', 'ENDED'] as const

/** Tabs of the webhook endpoints, by their shown state. */
export const endpointStates = ['ACTIVE', 'FAILING', 'PAUSED'] as const
