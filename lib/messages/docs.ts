/** The frame around the API's documentation. The guides' own words stand in docs/guides. */
export const docs = {
  title: 'API documentation',
  skip: 'Skip to the content',
  navigation: 'Documentation',
  reference: 'Reference',
  referenceTitle: 'API reference',
  guides: {
    'quick-start': 'Quick start',
    charges: 'Charges',
    webhooks: 'Webhooks',
    decisions: 'Decisions',
  },
  /** What a page holds, by its address. */
  hints: {
    reference: 'Every endpoint, field, error and event',
    'quick-start': 'From an API key to collected money, by curl',
    charges: 'Saved cards, links, idempotency, and outcomes that are not known yet',
    webhooks: 'The signature check in four languages, retries, order',
    decisions: 'What the contract leaves open, and what this service does',
  } as Readonly<Record<string, string>>,
  lostTitle: 'There is no such page in the documentation',
  lost: 'Check the address, or go on with one of these.',
  toDashboard: 'Open the dashboard',
  onThisPage: 'On this page',
  loading: 'The reference is loading…',
  servers: 'Address of the API',
  examples: 'Example',
  unavailableTitle: 'The API cannot be reached',
  unavailable:
    'The reference is read from the running API, which does not answer right now. The guides are here.',
  download: 'OpenAPI document',
  /** By the language of a code block. */
  blocks: {
    bash: 'Command',
    http: 'Answer',
    json: 'JSON',
    text: 'Text',
  } as Readonly<Record<string, string>>,
  code: 'Code',
  copyCode: 'Copy code',
} as const
